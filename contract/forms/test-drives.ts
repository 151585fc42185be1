import { z } from 'zod/mini'
import { route } from '../http.ts'
import { limits, pageSizes } from '../limits.ts'
import { filled } from './filled.ts'
import { email, gsm, id, instant, line, ok, paging } from '../parts.ts'

export const chooseTime = 'Please select date & time'
/** As a date-and-time control writes it, or with the zone it is meant in. */
const shape = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)?$/
const isTime = (v: string) => shape.test(v) && !Number.isNaN(Date.parse(v))

/** R-ENT-30, R-VAL-52 to R-VAL-61; only the server can say what is past. */
export const testDriveForm = z.object({
  fullname: line('Please enter full name', limits.name),
  email,
  mobile_number: gsm('Contact no. is required'),
  state: line('Please select province', 80),
  city: line('Please select city', 80),
  postcode: line('Please enter post code', 20),
  car_brand: line('Please select a make', 80),
  car_model: line('Please select a model', 80),
  /** ISO 8601; without a zone it is on the market's clock. */
  datetime: line(chooseTime, 40).check(z.refine(isTime, chooseTime)),
})
export type TestDriveForm = z.output<typeof testDriveForm>

/** `client_ref` is minted on the phone and makes a late duplicate harmless for ever. */
export const testDriveBody = z.object({
  ...testDriveForm.shape,
  /** The car it is about; without one the operator finds it. */
  car_id: z.optional(id),
  client_ref: z.optional(id),
  filled,
})

export const testDriveStatuses = ['pending', 'confirmed', 'declined', 'done'] as const

/** R-ENT-31 */
export const testDriveRow = z.object({
  _id: id,
  email: z.string(),
  car_brand: z.string(),
  car_model: z.string(),
  mobile_number: z.string(),
  datetime: instant,
  created_at: instant,
  status: z.enum(testDriveStatuses),
})
export type TestDriveRow = z.output<typeof testDriveRow>

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
  /** One's own requests, newest first (R-PROF-16); the total under both documented names. */
  getTestDriveList: route('POST', 'cars/get-testDrive-list', {
    id: 'R-API-18',
    auth: 'required',
    body: z.object(paging(pageSizes.testDrives)),
    reply: z.object({
      ...ok,
      data: z.array(testDriveRow),
      totalCount: z.int(),
      count_records: z.int(),
    }),
  }),
}
