import { IconMail, IconMapPin, IconPhone, IconSend } from '@tabler/icons-react'
import { useMemo } from 'react'
import { Link } from 'wouter'
import { z } from 'zod/mini'
import { aboutPage } from '#contract/heads/page-abouts.ts'
import { useFormDraft, useSiteSettings, type FormDraft, useSession } from '#local/react'
import { Icon } from '#ui/icon.tsx'
import { contactForm } from '#contract/forms/contact.ts'
import { type RegionSettings, regionOf } from '#contract/values/region.ts'
import { TextInput } from '#ui/form/text-input.tsx'
import { Textarea } from '#ui/form/textarea.tsx'
import { FormPage, QueuedSubmit } from './form-page.tsx'
import { type OutboxFormDraft, useOutboxForm } from '#parts/forms/use-outbox-form.ts'
import { DonePanel, ErrorPanel, RefusedNote, SavedPanel } from './outcome.tsx'
import { mobileNumber, WhoFields } from './who-fields.tsx'

const home = 'Back to Home Page'

/** Returns the rules of the contract with the digits of the market. */
const schemaOf = (region: RegionSettings) =>
  z.extend(contactForm, {
    mobile_number: mobileNumber(contactForm.shape.mobile_number, region, region.prefix.contact),
  })

/** Asks for the sender, contact data, subject and message (R-ENT-33, R-VAL-62 to R-VAL-66). */
function ContactForm({ draft }: { draft: FormDraft<OutboxFormDraft> }) {
  const region = regionOf[useSiteSettings().market]
  const { user } = useSession()
  const { form, state, refused, field, submit, trap } = useOutboxForm({
    kind: 'contact.send',
    schema: useMemo(() => schemaOf(region), [region]),
    start: {
      fullname: user?.fullname ?? '',
      email: user?.email ?? '',
      mobile_number: '',
      subject: '',
      message: '',
    },
    draft,
    payloadOf: (values, filled) => ({ ...values, filled }),
    fieldsOf: (payload) => ({ ...payload }),
  })
  if (state.is === 'success')
    return <DonePanel title={state.answer ?? 'Your message was sent.'} home={home} />
  if (state.is === 'saved') return <SavedPanel entry={state.entry} home={home} />
  return (
    <>
      {state.is === 'error' && (
        <ErrorPanel message={state.message}>
          <Link
            href="/contact"
            replace
            onClick={() => form.setFocus('fullname')}
            className="mt-1 inline-flex min-h-11 items-center font-semibold underline underline-offset-4"
          >
            Try again
          </Link>
        </ErrorPanel>
      )}
      {refused && <RefusedNote {...refused} />}
      <form noValidate className="relative space-y-4" onSubmit={submit}>
        <WhoFields
          fullname={field('fullname')}
          email={field('email')}
          mobile_number={field('mobile_number')}
          prefix={region.prefix.contact}
          digits={region.gsmDigits}
        />
        <TextInput label="Subject" {...field('subject')} />
        <Textarea label="Message" rows={6} {...field('message')} />
        {trap}
        <QueuedSubmit icon={IconSend} busy={state.is === 'loading'} what="Your message">
          Send message
        </QueuedSubmit>
      </form>
    </>
  )
}

const row = 'flex min-h-11 items-center gap-3'
const link = `${row} font-medium text-brand hover:underline`

/** Shows the company's address and contact data from the site settings (R-NAV-45). */
function CompanyDetails() {
  const { name, address, email, phone, social } = useSiteSettings()
  return (
    <aside aria-labelledby="company" className="mt-8 rounded-card bg-sunken p-6 lg:mt-6 lg:self-start">
      <h2 id="company" className="text-xl font-bold">
        {name}
      </h2>
      <address className="mt-3 not-italic">
        {address && (
          <p className={row}>
            <Icon of={IconMapPin} className="text-ink-3" />
            {address}
          </p>
        )}
        {email && (
          <a href={`mailto:${email}`} className={link}>
            <Icon of={IconMail} />
            <span className="wrap-anywhere">{email}</span>
          </a>
        )}
        {phone && (
          <a href={`tel:${phone.replace(/[^\d+]/g, '')}`} className={link}>
            <Icon of={IconPhone} />
            {phone}
          </a>
        )}
      </address>
      {social.length > 0 && (
        <ul aria-label="Follow us" className="mt-2 flex flex-wrap gap-x-5 border-t border-line pt-2">
          {social.map((network) => (
            <li key={network.name}>
              <a href={network.url} rel="noopener" target="_blank" className={`${link} min-w-11`}>
                {network.name}
              </a>
            </li>
          ))}
        </ul>
      )}
    </aside>
  )
}

/** Shows /contact (R-NAV-26, R-FORM-08 to R-FORM-11). */
export function ContactScreen() {
  const draft = useFormDraft<OutboxFormDraft>('contact')
  return (
    <FormPage
      title="Contact"
      description={aboutPage('/contact', useSiteSettings())}
      intro="A question, an idea, something that went wrong? Write to us; no account needed."
      aside={<CompanyDetails />}
    >
      {draft.loaded ? <ContactForm draft={draft} /> : <div aria-busy="true" className="min-h-[40rem]" />}
    </FormPage>
  )
}
