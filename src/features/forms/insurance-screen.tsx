import { IconAlertCircle, IconCircleCheck, IconPhoneCall } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { Link } from 'wouter'
import { aboutPage } from '#contract/heads/page-abouts.ts'
import { useFormDraft, useSiteSettings, type FormDraft } from '#local/react'
import { insuranceForm } from '#contract/forms/contact.ts'
import { timings } from '#contract/limits.ts'
import { DeliveryNote } from '#parts/forms/standing.tsx'
import { type OutboxFormDraft, useOutboxForm } from '#parts/forms/use-outbox-form.ts'
import { Icon } from '#ui/icon.tsx'
import { TextInput } from '#ui/form/text-input.tsx'
import { FormPage, QueuedSubmit } from './form-page.tsx'
import { RefusedNote } from './outcome.tsx'

/** Asks for a number to call back (R-ENT-34, R-VAL-67); the result is shown below the button (R-FORM-14 to R-FORM-16). */
function InsuranceForm({ draft }: { draft: FormDraft<OutboxFormDraft> }) {
  const { state, refused, field, submit, trap } = useOutboxForm({
    kind: 'insurance.send',
    schema: insuranceForm,
    start: { phone: '' },
    stays: true,
    draft,
    payloadOf: (values, filled) => ({ ...values, filled }),
    fieldsOf: (payload) => ({ ...payload }),
  })
  const { is } = state
  return (
    <form noValidate className="relative" onSubmit={submit}>
      {refused && <RefusedNote {...refused} />}
      <TextInput
        label="Phone number"
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        className="mb-4"
        {...field('phone')}
      />
      {trap}
      <QueuedSubmit
        icon={IconPhoneCall}
        busy={is === 'loading'}
        what={is === 'saved' ? undefined : 'Your number'}
      >
        Request a quote
      </QueuedSubmit>
      <div className="min-h-18">
        {is === 'success' && <Message good>Thank you for contacting us!, We will reach you soon</Message>}
        {is === 'error' && <Message>Error submitting form</Message>}
        {state.is === 'saved' && (
          <div className="flex flex-wrap items-center gap-x-3">
            <DeliveryNote entry={state.entry} />
            <Link
              href="/outbox"
              className="inline-flex min-h-11 items-center font-medium text-brand hover:underline"
            >
              Outbox
            </Link>
          </div>
        )}
      </div>
    </form>
  )
}

/** Shows a message for three seconds (R-CONST-10); its space stays. */
function Message({ good = false, children }: { good?: boolean; children: string }) {
  const [over, setOver] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setOver(true), timings.insuranceMessage)
    return () => clearTimeout(timer)
  }, [])
  if (over) return null
  return (
    <p
      role={good ? 'status' : 'alert'}
      className={`flex gap-2.5 rounded-input px-3.5 py-3 font-medium ${good ? 'bg-brand-tint text-brand' : 'bg-danger-tint text-danger'}`}
    >
      <Icon of={good ? IconCircleCheck : IconAlertCircle} />
      {children}
    </p>
  )
}

const steps = ['You leave your number.', 'We call you back.', 'You get a quote, and choose in peace.']

/** Shows /insurance: one phone form that promises a call-back with a quote (R-NAV-09, R-FORM-12, R-FORM-13). */
export function InsuranceScreen() {
  const draft = useFormDraft<OutboxFormDraft>('insurance')
  return (
    <FormPage
      title="Insurance"
      description={aboutPage('/insurance', useSiteSettings())}
      intro="Leave your number and we call you back with a quote for your car."
    >
      <h2 className="text-xl font-bold text-balance">Cover for the one who takes you everywhere</h2>
      <ol className="mt-3 mb-6 grid gap-2 text-ink-2 sm:grid-cols-3 sm:gap-4">
        {steps.map((step, i) => (
          <li key={step} className="flex items-start gap-2.5">
            <span
              aria-hidden
              className="grid size-6 shrink-0 place-items-center rounded-pill bg-brand-tint text-13 font-semibold text-brand"
            >
              {i + 1}
            </span>
            {step}
          </li>
        ))}
      </ol>
      {draft.loaded ? <InsuranceForm draft={draft} /> : <div aria-busy="true" className="min-h-56" />}
    </FormPage>
  )
}
