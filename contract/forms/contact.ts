import { z } from 'zod/mini'
import { limits } from '../limits.ts'
import { filled } from './filled.ts'
import { email, gsm, id, instant, line, text, write } from '../parts.ts'

/** R-ENT-33, R-VAL-62 to R-VAL-66 */
export const contactForm = z.object({
  fullname: line('Please enter full name', limits.name),
  email,
  mobile_number: gsm('Contact no. is required'),
  subject: line('Please enter subject', 200),
  message: text('Please enter message', limits.message),
})
export type ContactForm = z.output<typeof contactForm>

/** R-ENT-34, R-VAL-67: any phone number; an invalid one gets the documented text of a failure (R-FORM-16). */
export const insuranceForm = z.object({ phone: gsm('Phone number is required', 'Error submitting form') })
export type InsuranceForm = z.output<typeof insuranceForm>

/** `client_ref` is minted on the phone and makes a late duplicate harmless. */
const ref = { client_ref: z.optional(id), filled }
const received = z.object({ _id: id, created_at: instant })

export const contactRoutes = {
  saveContactUsEmail: write('POST contact_us/save-contact-us-email', 'R-API-43', {
    auth: 'none',
    body: z.object({ ...contactForm.shape, ...ref }),
    data: received,
  }),
  insuranceInquiry: write('POST appointments/insurance-inquiry', 'R-API-44', {
    auth: 'none',
    body: z.object({ ...insuranceForm.shape, ...ref }),
    data: received,
  }),
}
