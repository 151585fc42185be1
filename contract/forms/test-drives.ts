import { z } from 'zod/mini'
import { limits, pageSizes } from '../limits.ts'
import { filled, ownTitle } from './filled.ts'
import { email, freeText, gsm, id, instant, line, paging, secret, route, write } from '../parts.ts'

export const chooseTime = 'Please select date & time'
/** As a date-and-time control writes it, or with the zone it is meant in. */
const shape = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)?$/
/** The 31st of April is none: some clocks read it as the day after the 30th. */
const isDay = (day: string) => !Number.isNaN(Date.parse(day)) && new Date(day).toISOString().startsWith(day)
/** Beyond that year it is a slip of the finger, and near the end of its four digits no instant that can be kept. */
const isTime = (v: string) =>
  shape.test(v) && v < '3000' && isDay(v.slice(0, 10)) && !Number.isNaN(Date.parse(v))
/** ISO 8601; without a zone it is on the market's clock. */
const time = line(chooseTime, 40).check(z.refine(isTime, chooseTime))

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
  datetime: time,
})
export type TestDriveFormValues = z.output<typeof testDriveForm>

/** `client_ref` is minted on the phone and makes a late duplicate harmless for ever. */
export const testDriveBody = z.object({
  ...testDriveForm.shape,
  /** The car it is about; without one the operator finds it. */
  car_id: z.optional(id),
  client_ref: z.optional(id),
  filled,
})

export const testDriveStatuses = ['pending', 'confirmed', 'declined', 'done'] as const

/**
 * Where a request is (R-ENT-32). A proposal is `pending` with `proposed_datetime`; what the person who asked has
 * cancelled is `declined` with `cancelled`.
 */
const state = {
  _id: id,
  status: z.enum(testDriveStatuses),
  /** When they meet: the time that was asked for, and after a proposal was accepted the proposed one. */
  datetime: instant,
  proposed_datetime: z.optional(instant),
  cancelled: z.optional(z.literal(true)),
  /** How often it was changed; the SEQUENCE of its calendar entry. */
  version: z.int(),
  /** The last change. */
  updated_at: instant,
}
const testDriveState = z.object(state)
export type TestDriveState = z.output<typeof testDriveState>

/** R-ENT-31, and what the two who meet need to know. */
export const testDriveRow = z.object({
  ...state,
  created_at: instant,
  /** Of the person who asked, as typed into the form. */
  fullname: z.string(),
  email: z.string(),
  mobile_number: z.string(),
  state: z.string(),
  city: z.string(),
  postcode: z.string(),
  car_brand: z.string(),
  car_model: z.string(),
  /** While its ad is there; a request may name none. */
  car: z.optional(z.object({ _id: id, slug: z.string(), title: z.string() })),
  /** The seller's words with their last answer. */
  note: z.optional(z.string()),
  /** For the person who asked alone. */
  seller: z.optional(z.object({ _id: id, fullname: z.string(), businessname: z.string() })),
})
export type TestDriveRow = z.output<typeof testDriveRow>

/** The seller's answers, and those of the person who asked. */
export const sellerAnswers = ['confirm', 'propose', 'decline', 'done'] as const
export const personAnswers = ['accept', 'cancel'] as const
export type SellerAnswer = (typeof sellerAnswers)[number]
export type PersonAnswer = (typeof personAnswers)[number]

/**
 * `datetime` is the proposed time of `propose`. With `confirm` and `accept` it is the time that was on the screen: when
 * another one holds by then, the answer is refused with `answered_meanwhile` instead of agreeing to what nobody saw.
 */
const testDriveAnswer = z
  .object({
    test_drive_id: id,
    answer: z.enum([...sellerAnswers, ...personAnswers], { error: 'Please choose an answer' }),
    datetime: z.optional(time),
    /** The seller's words. */
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

/** Addresses that e-mails name; `:token` is the secret of a guest's e-mail. */
export const testDrivePages = {
  asked: '/profile?tab=test-drive',
  onMyCars: '/profile?tab=test-drive&view=my-cars',
  byLink: '/test-drive/:token',
} as const

export const testDriveRoutes = {
  /** `gone` for a car that is not for sale any more, before anything is kept. */
  bookTestDrive: write('POST cars/test-drive/book-test-drive', 'R-API-19', {
    auth: 'optional',
    body: testDriveBody,
    data: z.object({ _id: id, status: z.enum(testDriveStatuses), created_at: instant }),
  }),
  /** One's own requests, newest first (R-PROF-16); the total under both documented names. */
  getTestDriveList: route('POST cars/get-testDrive-list', 'R-API-18', {
    body: z.object(paging(pageSizes.testDrives)),
    data: z.array(testDriveRow),
    reply: { totalCount: z.int(), count_records: z.int() },
  }),
  /** Requests for one's own cars: those that wait for an answer first, then the newest. `waiting`: how many of all wait. */
  myCarsTestDriveList: route('POST cars/test-drive/my-cars-list', 'own:test-drives-on-my-cars', {
    body: z.object(paging(pageSizes.testDrives)),
    data: z.array(testDriveRow),
    reply: { totalCount: z.int(), waiting: z.int() },
  }),
  /**
   * The seller's answer, or that of the person who asked; to anybody else it is `not_found`. `answered_meanwhile` says
   * that the request does not wait for this answer any more. What is so already is answered as if it had just become so.
   */
  answerTestDrive: write('POST cars/test-drive/answer', 'own:answer-test-drive', {
    body: testDriveAnswer,
    data: testDriveState,
  }),
  /** A guest's own request, by the link in their e-mails; `link_expired` for one that is made up or too old. */
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
      /** With `accept`: the proposed time that was on the screen. */
      datetime: z.optional(time),
      client_ref: z.optional(id),
    }),
    data: testDriveState,
  }),
}
