import { aboutPage } from '#contract/heads/page-abouts.ts'
import { useFormDraft, useSiteSettings } from '#local/react'
import { FormPage } from '../form-page.tsx'
import type { FormLeft } from '../use-outbox-form.ts'
import { InsuranceForm } from './insurance-form.tsx'

const steps = ['You leave your number.', 'We call you back.', 'You get a quote, and choose in peace.']

/** /insurance: one phone form that promises a call-back with a quote (R-NAV-09, R-FORM-12, R-FORM-13). */
export function InsuranceScreen() {
  const draft = useFormDraft<FormLeft>('insurance')
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
