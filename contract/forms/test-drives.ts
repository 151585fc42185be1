import { z } from 'zod/mini'
import { route } from '../http.ts'
import { limits } from '../limits.ts'
import { email, gsm, id, instant, ok, text } from '../parts.ts'

export const chooseTime = 'Please select date & time'
const isTime = (v: string) => !Number.isNaN(Date.parse(v))

/** R-ENT-30, R-VAL-52 to R-VAL-61; only the server can say what is past. */
export const testDriveForm = z.object({
  fullname: text('Please enter full name', limits.name),
  email,
  mobile_number: gsm('Contact no. is required'),
  state: text('Please select province', 80),
  city: text('Please select city', 80),
  postcode: text('Please enter post code', 20),
  car_brand: text('Please select a make', 80),
  car_model: text('Please select a model', 80),
  /** ISO 8601. */
  datetime: text(chooseTime, 40).check(z.refine(isTime, chooseTime)),
})
export type TestDriveForm = z.output<typeof testDriveForm>

/** `client_ref` is minted on the phone and makes a late duplicate harmless for ever. */
export const testDriveBody = z.extend(testDriveForm, { client_ref: z.optional(id) })

export const testDriveStatuses = ['pending', 'confirmed', 'declined', 'done'] as const

export const testDriveRoutes = {
  bookTestDrive: route('POST', 'cars/test-drive/book-test-drive', {
    id: 'R-API-19',
    auth: 'optional',
    write: true,
    body: testDriveBody,
    reply: z.object({
      ...ok,
      data: z.object({ _id: id, status: z.enum(testDriveStatuses), created_at: instant }),
    }),
  }),
}
