import { z } from 'zod/mini'
import { limits, pageSizes } from '../limits.ts'
import { filled, ownTitle } from './filled.ts'
import { email, freeText, gsm, id, instant, line, paging, secret, route, write } from '../parts.ts'

export const chooseTime = 'Please select date & time'
/** The format of a date-and-time control, optionally with a time zone. */
const shape = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)?$/
/** Refuses days such as 31 April, which some parsers read as the day after 30 April. */
const isDay = (day: string) => !Number.isNaN(Date.parse(day)) && new Date(day).toISOString().startsWith(day)
/** Years from 3000 are typing errors, and times near the end of the year 9999 cannot be stored. */
const isTime = (v: string) =>
  shape.test(v) && v < '3000' && isDay(v.slice(0, 10)) && !Number.isNaN(Date.parse(v))
/** ISO 8601; a time without a zone is in the time zone of the market. */
const time = line(chooseTime, 40).check(z.refine(isTime, chooseTime))

/** R-ENT-30, R-VAL-52 to R-VAL-61; only the server can decide whether a time is past. */
export const testDriveForm = z.object({
  fullname: line('Please enter full name', limits.name),
  email,
  mobile_number: gsm('Contact no. is required'),
  state: line('Please select province', 80),
  city: line('Please select city', 80),
  postcode: line('Please enter post code', 20),
  car_brand: line('Please select a make', 80),
  car_model: line('Please select a model', 80),
  datetime: time,
})
export type TestDriveFormValues = z.output<typeof testDriveForm>

/** `client_ref` is minted on the phone and makes a late duplicate harmless. */
export const testDriveBody = z.object({
  ...testDriveForm.shape,
  /** Id of the requested car; without an id the operator finds the car. */
  car_id: z.optional(id),
  client_ref: z.optional(id),
  filled,
})

export const testDriveStatuses = ['pending', 'confirmed', 'declined', 'done'] as const

/**
 * State of a request (R-ENT-32). A proposal is `pending` with `proposed_datetime`; a cancellation by the person who asked is
 * `declined` with `cancelled`.
 */
const state = {
  _id: id,
  status: z.enum(testDriveStatuses),
  /** Time of the meeting: the requested time, or the proposed time once it is accepted. */
  datetime: instant,
  proposed_datetime: z.optional(instant),
  cancelled: z.optional(z.literal(true)),
  /** Number of changes; the SEQUENCE of its calendar entry. */
  version: z.int(),
  /** Time of the last change. */
  updated_at: instant,
}
const testDriveState = z.object(state)
export type TestDriveState = z.output<typeof testDriveState>

/** A request (R-ENT-31) with the data that both parties need for the meeting. */
export const testDriveRow = z.object({
  ...state,
  created_at: instant,
  /** Contact data from the form, of the person who asked. */
  fullname: z.string(),
  email: z.string(),
  mobile_number: z.string(),
  state: z.string(),
  city: z.string(),
  postcode: z.string(),
  car_brand: z.string(),
  car_model: z.string(),
  /** The car, if the request names one and its ad exists. */
  car: z.optional(z.object({ _id: id, slug: z.string(), title: z.string() })),
  /** The seller's words in their last answer. */
  note: z.optional(z.string()),
  /** The seller; only in responses to the person who asked. */
  seller: z.optional(z.object({ _id: id, fullname: z.string(), businessname: z.string() })),
})
export type TestDriveRow = z.output<typeof testDriveRow>

/** Answers of the seller, and of the person who asked. */
export const sellerAnswers = ['confirm', 'propose', 'decline', 'done'] as const
export const personAnswers = ['accept', 'cancel'] as const
export type SellerAnswer = (typeof sellerAnswers)[number]
export type PersonAnswer = (typeof personAnswers)[number]

/**
 * `datetime` is the new time of `propose`. With `confirm` and `accept` it is the time on the person's screen: when the
 * request has another time meanwhile, the answer fails with `answered_meanwhile`, so that no person agrees to a time they did
 * not see.
 */
const testDriveAnswer = z
  .object({
    test_drive_id: id,
    answer: z.enum([...sellerAnswers, ...personAnswers], { error: 'Please choose an answer' }),
    datetime: z.optional(time),
    note: z.optional(freeText(500)),
    title: ownTitle,
    client_ref: z.optional(id),
  })
  .check(
    z.refine((v) => v.answer !== 'propose' || v.datetime !== undefined, {
      path: ['datetime'],
      error: chooseTime,
    }),
  )

/** Addresses in e-mails; `:token` is the secret of a guest's e-mail. */
export const testDrivePages = {
  asked: '/profile?tab=test-drive',
  onMyCars: '/profile?tab=test-drive&view=my-cars',
  byLink: '/test-drive/:token',
} as const

export const testDriveRoutes = {
  /** Fails with `gone` when the car is no longer for sale; nothing is stored then. */
  bookTestDrive: write('POST cars/test-drive/book-test-drive', 'R-API-19', {
    auth: 'optional',
    body: testDriveBody,
    data: z.object({ _id: id, status: z.enum(testDriveStatuses), created_at: instant }),
  }),
  /** Lists one's own requests, newest first (R-PROF-16). The total has both documented names. */
  getTestDriveList: route('POST cars/get-testDrive-list', 'R-API-18', {
    body: z.object(paging(pageSizes.testDrives)),
    data: z.array(testDriveRow),
    reply: { totalCount: z.int(), count_records: z.int() },
  }),
  /**
   * Lists requests for one's own cars: those that wait for an answer first, then the newest. `waiting` is the number of all
   * that wait.
   */
  myCarsTestDriveList: route('POST cars/test-drive/my-cars-list', 'own:test-drives-on-my-cars', {
    body: z.object(paging(pageSizes.testDrives)),
    data: z.array(testDriveRow),
    reply: { totalCount: z.int(), waiting: z.int() },
  }),
  /**
   * Answers a request as its seller or as the person who asked; anybody else gets `not_found`. Fails with
   * `answered_meanwhile` when the request no longer waits for this answer. An answer that matches the current state succeeds
   * again.
   */
  answerTestDrive: write('POST cars/test-drive/answer', 'own:answer-test-drive', {
    body: testDriveAnswer,
    data: testDriveState,
  }),
  /** Returns a guest's own request by the link in their e-mails. Fails with `link_expired` for an invalid or expired link. */
  testDriveByLink: route('GET cars/test-drive/by-link/:token', 'own:test-drive-by-link', {
    auth: 'none',
    params: { token: secret },
    data: testDriveRow,
  }),
  answerTestDriveByLink: write('POST cars/test-drive/answer-by-link', 'own:answer-test-drive-by-link', {
    auth: 'none',
    body: z.object({
      token: secret,
      answer: z.enum(personAnswers, { error: 'Please choose an answer' }),
      /** With `accept`: the proposed time on the person's screen. */
      datetime: z.optional(time),
      client_ref: z.optional(id),
    }),
    data: testDriveState,
  }),
}
