import { aboutPage } from '#contract/heads/page-abouts.ts'
import { useFormDraft, useSiteSettings } from '#local/react'
import { FormPage } from '../form-page.tsx'
import type { FormLeft } from '../use-outbox-form.ts'
import { CompanyDetails } from './company-details.tsx'
import { ContactForm } from './contact-form.tsx'

/** /contact (R-NAV-26, R-FORM-08 to R-FORM-11). */
export function ContactScreen() {
  const draft = useFormDraft<FormLeft>('contact')
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
