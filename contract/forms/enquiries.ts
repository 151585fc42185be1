import { z } from 'zod/mini'
import { limits, pageSizes } from '../limits.ts'
import { enquiryCodes } from '../values/region.ts'
import { email, gsm, id, instant, line, paging, text, route, write } from '../parts.ts'

/** Fields of the contact-dealer form (R-VAL-12 to R-VAL-17). */
export const enquiryForm = z.object({
  name: line('Please enter your name', limits.name),
  email,
  countryCode: z.enum(enquiryCodes, { error: 'Please select country code' }),
  gsm: gsm('Contact no. is required'),
  message: text('Please enter message', limits.message),
})
export type EnquiryFormValues = z.output<typeof enquiryForm>

/** R-API-38; `client_ref` is minted on the phone and makes a late duplicate harmless. */
export const enquiryBody = z.object({ ...enquiryForm.shape, car_id: id, client_ref: z.optional(id) })

/** R-ENT-29 */
export const enquiry = z.object({
  _id: id,
  name: z.string(),
  email: z.string(),
  gsm: z.string(),
  message: z.string(),
  /** DD-MM-YYYY */
  date: z.string(),
  /** HH:MM, UTC */
  time: z.string(),
  created_at: instant,
  car_id: z.object({ _id: id, slug: z.string(), title: z.string() }),
})
export type Enquiry = z.output<typeof enquiry>

export const enquiryRoutes = {
  sendCarEnquiryMail: write('POST users/send/car-enquiry-mail', 'R-API-38', {
    auth: 'none',
    body: enquiryBody,
    data: z.object({ _id: id, car_id: id, created_at: instant }),
  }),
  /** Needs an active subscription (R-ROLE-17). */
  myCarsEnquiryList: route('POST users/enquiry/my-cars-enquiry-list', 'R-API-35', {
    body: z.object(paging(pageSizes.inquiries)),
    data: z.array(enquiry),
    reply: { totalCount: z.int() },
  }),
}
