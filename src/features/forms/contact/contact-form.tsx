import { IconSend } from '@tabler/icons-react'
import { useMemo } from 'react'
import { Link } from 'wouter'
import { z } from 'zod/mini'
import { contactForm } from '#contract/forms/contact.ts'
import { type RegionSettings, regionOf } from '#contract/values/region.ts'
import { type FormDraft, useSession, useSiteSettings } from '#local/react'
import { TextInput } from '#ui/form/text-input.tsx'
import { Textarea } from '#ui/form/textarea.tsx'
import { DonePanel, ErrorPanel, SavedPanel } from '../outcome.tsx'
import { Submit } from '../submit.tsx'
import { type FormLeft, useOutboxForm } from '../use-outbox-form.ts'
import { WhoFields } from '../who-fields.tsx'
import { mobileNumber } from '../mobile-number.ts'

const home = 'Back to Home Page'

/** The contract's own rules, and the digits of the market. */
const useSchema = (region: RegionSettings) =>
  useMemo(
    () =>
      z.extend(contactForm, {
        mobile_number: mobileNumber(contactForm.shape.mobile_number, region, region.prefix.contact),
      }),
    [region],
  )

/** Who writes, how to be reached, and about what (R-ENT-33, R-VAL-62 to R-VAL-66). */
export function ContactForm({ draft }: { draft: FormDraft<FormLeft> }) {
  const region = regionOf[useSiteSettings().market]
  const { user } = useSession()
  const { form, state, field, submit, trap } = useOutboxForm({
    kind: 'contact.send',
    schema: useSchema(region),
    start: {
      fullname: user?.fullname ?? '',
      email: user?.email ?? '',
      mobile_number: '',
      subject: '',
      message: '',
    },
    draft,
    payloadOf: (values) => values,
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
        <Submit icon={IconSend} busy={state.is === 'loading'} what="Your message">
          Send message
        </Submit>
      </form>
    </>
  )
}
