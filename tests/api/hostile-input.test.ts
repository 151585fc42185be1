import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { routes } from '#contract/index.ts'
import { basePath, type Route } from '#contract/http.ts'
import { type AccountsServer, accountsServer, formOf, password, town } from '../support/accounts.ts'
import { newCar, testId } from '../support/cars.ts'
import { fieldsOf } from '../support/listing.ts'
import { addUser, adminSession, furnish, subscribe } from '../support/motorkin.ts'
import fc from '../support/property.ts'
import { prototypeNames } from '../support/prototype-names.ts'
import { adForm, contactForm, testDriveForm } from '../support/writes.ts'

type Name = keyof typeof routes
type Json = Readonly<Record<string, unknown>>

let server: AccountsServer
let token = ''
/** Token of a session with a second factor, which calls of the admin area need. */
let adminToken = ''
const car = testId('car', 1)
const form = { new_password: password, confirm_password: password }
const described = { ...adForm, status: 'active' }
/** An example body of each call that takes a body; the schema provides the optional fields. */
const bodies: Partial<Record<Name, Json>> = {
  addCar: adForm,
  updateCarDetails: { car_id: car, title: 'Another title' },
  deleteCarSingleImage: { car_id: car, image_url: '/media/x/1280.webp' },
  myCarList: { search: 'bmw' },
  getCarList: { make: ['BMW'], year: ['2019', 'pre-2006'], bodytype: 'SUV', search: 'bmw under 5m' },
  likeDislikeCar: { car_id: car, want: 'yes', seq: 7 },
  getCitiesByStateIds: { state_ids: ['Gauteng'] },
  runImport: { dry_run: true, options: { columns: { Brand: 'make' }, values: { make: 'BMW' }, unit: 'km' } },
  generateDescription: described,
  signUp: formOf('new@example.org'),
  resendVerification: { email: 'new@example.org' },
  forgotPassword: { email: 'new@example.org' },
  resetUserPassword: form,
  changePassword: { password: 'wrong', ...form },
  changeEmail: { email: 'other@example.org', password: 'wrong' },
  deleteAccount: { password: 'wrong' },
  userLogin: { email: 'new@example.org', password },
  endSession: { id: 'none' },
  updateUserDetails: { ...town, fullname: 'Thandi Nkosi', opening_hours: [] },
  saveChatInfo: { receiver: 'admin', car_id: car },
  sendMessage: { receiver: 'admin', message: 'Hi', timestamp: 1, client_ref: 'm1' },
  markChats: { as: 'read', chats: [{ other: 'admin', last: 'm1' }] },
  sendCarEnquiryMail: {
    car_id: car,
    name: 'T',
    email: 't@example.org',
    countryCode: '+27',
    gsm: '821234567',
    message: 'Hi',
  },
  bookTestDrive: testDriveForm,
  saveContactUsEmail: contactForm,
  insuranceInquiry: { phone: '821234567' },
  reportAd: {
    car_id: 'x',
    reason: 'other',
    words: 'W',
    title: 'T',
    client_ref: 'r1',
    filled: { ms: 4000, trap: '' },
  },
  adminListAds: { search: 'x', state: 'all', page: 1, limit: 20 },
  setAlert: { model: 'BMW X5', want: 'yes', client_ref: 'r1' },
  proposeNames: { names: [{ make: 'Datsun', model: 'Go' }] },
  adminListNames: { search: 'x', state: 'all', page: 1, limit: 20 },
  acceptName: { id: 'x', make: 'Datsun', model: 'Go' },
  mergeName: { id: 'x', make: 'BMW', model: 'X5' },
  refuseName: { id: 'x', reason: 'R' },
  adminListReports: { search: 'x', page: 1, limit: 20 },
  setChat: { other: 'x', muted: true, blocked: false },
  reportPerson: { person: 'x', reason: 'other', words: 'W' },
  adminListPersonReports: { search: 'x', page: 1, limit: 20 },
  readReportedChat: { report_id: 'x' },
  dismissPersonReports: { user_id: 'x', note: 'N' },
  hideAd: { id: 'x', reason: 'R' },
  restoreAd: { id: 'x', note: 'N' },
  keepAd: { id: 'x', note: 'N' },
  featureAd: { id: 'x', featured: true },
  adminListArticles: { search: 'x', state: 'all', page: 1, limit: 20 },
  sendArticlePicture: { image: `img_${'0'.repeat(32)}` },
  addVideo: { address: 'fakevideo09', title: 'T' },
  removeVideo: { id: 'fakevideo09' },
  applySubscriptionOrder: { subs_id: 'gold', duration: 3, method: 'deposit' },
  sendProof: { dealership_id: 'ZA-1' },
  adminListDealers: { search: 'x', show: 'waiting', page: 1, limit: 20 },
  verifyDealer: { user_id: 'none', name: 'N' },
  unverifyDealer: { user_id: 'none', reason: 'R' },
  adminListMessages: { search: 'x', kind: 'contact', state: 'open', page: 1, limit: 20 },
  markMessage: { id: 'none', done: true },
  releaseMessage: { id: 'none' },
  dropMessage: { id: 'none' },
  adminListOrders: { search: 'x', show: 'proof', method: 'card', page: 1, limit: 20 },
  approveProof: { proof_id: 'none' },
  refuseProof: { proof_id: 'none', reason: 'R' },
  refundOrder: { order_id: 'none', reason: 'R' },
  returnPayment: { notice_id: 'none', note: 'N' },
  settleOrder: { order_id: 'none', note: 'N' },
  subscribeNewsletter: { EMAIL: 'a@example.org', client_ref: 'r1', filled: { ms: 4000, trap: '' } },
  confirmNewsletter: { token: 'x' },
  unsubscribeNewsletter: { token: 'x' },
  getFavoriteList: { page: 1 },
  getDealerList: { search: 'cars' },
  myCarsEnquiryList: { page: 1 },
  getTestDriveList: { page: 1 },
  myCarsTestDriveList: { page: 1 },
  answerTestDrive: { test_drive_id: 'none', answer: 'propose', datetime: testDriveForm.datetime, note: 'Hi' },
  answerTestDriveByLink: { token: 'none', answer: 'accept', datetime: testDriveForm.datetime },
  listBlogs: { search: 'stamps' },
  beginSecondFactor: { password: 'wrong' },
  confirmSecondFactor: { code: '123456' },
  enterSecondFactor: { code: 'ABCD-EFGH' },
  listAuditLog: { search: 'suspend', thing: 'person' },
  savePlan: { plan_id: 'platinum', title: 'Platinum', price: 5000, car_limit: 1000, includes: ['Words'] },
  listPeople: { search: 'thandi', suspended: true, admins: true },
  suspendPerson: { user_id: 'nobody', reason: 'Fraud' },
  liftSuspension: { user_id: 'nobody' },
  signOutPerson: { user_id: 'nobody' },
  saveBlog: { title: 'Stamps', description: '<p>Look for stamps.</p>', image: '' },
  putDraft: {
    fields: { title: { v: 'BMW', at: 1 } },
    images: { [`img_${'7e'.repeat(16)}`]: { v: 0, at: 1 } },
    step: { v: 'car', at: 1 },
  },
  deleteDraft: { at: 1, why: 'discarded' },
  reportClientErrors: { version: '1.0', errors: [{ name: 'TypeError', route: '/listings', where: 'page' }] },
}
const params: Readonly<Record<string, string>> = {
  id: 'draft-0001',
  rev: '0',
  key: 'k1',
  token: 'x',
  slug: 'x',
  other: 'admin',
  before: '10',
}

beforeAll(async () => {
  // This test checks the limits of database columns, so no list is answered from memory.
  const env = { LIST_INDEX_MAX_CARS: '0' }
  server = await accountsServer({
    env,
    seed: async ({ db }) => void (await furnish(db, [newCar(1), newCar(2)])),
  })
  const { db } = server
  await addUser(db, { id: 'admin' })
  // This person has a password, which some calls ask for again.
  const seller = await server.member('seller@example.org')
  await subscribe(db, seller, 'platinum', { until: '2027-01-01T00:00:00Z' })
  await db.run({ text: `update users set role = 'admin', kind = 'dealer' where id = $1`, values: [seller] })
  await db.run({ text: `update cars set creator = $1 where id = $2`, values: [seller, car] })
  const images = { text: 'update uploads set user_id = $1 where user_id = $2', values: [seller, 'admin'] }
  await db.run(images)
  const claims = { fullname: 'S', email: 'seller@example.org', avatarurl: '', is_subscriber: true }
  token = await server.token({ id: seller, ...claims, role: 'admin' })
  adminToken = await adminSession(server, { id: seller })
})
afterAll(() => server.close())

const texts = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.constantFrom('a\0b', '\ud800', 'x\udc00y', '\uffff', '\u202e', '%', '\\', "'", '', ' '),
  },
  fc.constantFrom(
    '2147483648',
    '9223372036854775808',
    '1e309',
    '-1',
    '0.5',
    'NaN',
    '99999999999 km',
    'pre-9999',
  ),
  fc.constantFrom('0000-01-01T00:00:00Z', '9999-12-31T23:59:59-23:59', 'x'.repeat(300), 'é'.repeat(25_000)),
  fc.constantFrom(...prototypeNames),
  fc.string({ unit: 'binary', maxLength: 12 }),
)
const numbers = fc.oneof(
  fc.constantFrom(-1, 0, 0.1, -0.5, 1e12, 1e21, Number.MAX_VALUE, 5e-324),
  fc.constantFrom(...[31, 32, 53, 63].flatMap((bits) => [2 ** bits - 1, 2 ** bits, -(2 ** bits) - 1])),
)
const odd = fc.oneof(
  { weight: 5, arbitrary: texts },
  { weight: 3, arbitrary: numbers },
  fc.constantFrom(null, true, [], {}, [[]]),
  fc.array(fc.oneof(texts, numbers), { minLength: 1, maxLength: 3 }),
  fc.record({ v: fc.oneof(texts, numbers), at: numbers }),
  fc.tuple(texts, fc.oneof(texts, numbers)).map(([name, value]) => Object.fromEntries([[name, value]])),
)

type Path = readonly string[]
const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null
/** Returns every path in a body: the fields of the example, and further fields of the schema. */
function placesIn(body: unknown, names: readonly string[] = []): Path[] {
  const own = isObject(body) ? Object.entries(body) : []
  return [
    ...own.flatMap(([name, value]) => [[name], ...placesIn(value).map((below) => [name, ...below])]),
    ...names.filter((name) => !own.some(([there]) => there === name)).map((name) => [name]),
  ]
}
function withValue(body: unknown, [name = '', ...below]: Path, value: unknown): unknown {
  const next = below.length === 0 ? value : withValue(isObject(body) ? body[name] : {}, below, value)
  if (Array.isArray(body)) return body.map((entry: unknown, at) => (String(at) === name ? next : entry))
  return { ...(isObject(body) ? body : {}), [name]: next }
}

interface Sent {
  name: Name
  url: string
  body: unknown
  headers: Record<string, string>
}
const urlOf = (route: Route, over: Readonly<Record<string, string>> = {}) =>
  basePath + route.path.replace(/:([a-z_]+)/gi, (_, name: string) => over[name] ?? params[name] ?? 'x')

const inPath = fc.oneof(
  fc.constantFrom(
    '%00',
    'a%00b',
    '%ED%A0%80',
    '%',
    '%25',
    '9223372036854775808',
    '999999999999999',
    '-1',
    '%F0%9F%92%A9',
  ),
  fc.constantFrom(...prototypeNames),
  fc.constantFrom('x'.repeat(65), 'x'.repeat(129), 'x'.repeat(300)),
)
const inHeader = fc.constantFrom(
  '\u0080ÿ',
  '"',
  '"a"',
  'x'.repeat(81),
  'constructor',
  '__proto__',
  'ad.edit@1',
  'a b',
  '"\t"',
  '0',
)
const named = [
  'idempotency-key',
  'x-device',
  'x-payload',
  'user-agent',
  'accept-language',
  'cookie',
  'if-none-match',
]

const plainCall = (name: Name): Sent => ({ name, url: urlOf(routes[name]), body: bodies[name], headers: {} })

/** Calls that only people without a login make. */
const guests: readonly Name[] = ['userLogin', 'signUp', 'resetUserPassword']
let keys = 0
/** Returns one call with one value that no app would send. */
function sentBy(name: Name): fc.Arbitrary<Sent> {
  const route: Route = routes[name]
  const places = placesIn(bodies[name], fieldsOf(route))
  const plain = plainCall(name)
  const written =
    places.length === 0
      ? []
      : [
          {
            weight: 3 * Math.ceil(Math.sqrt(places.length)),
            arbitrary: fc
              .tuple(fc.constantFrom(...places), odd)
              .map(([place, value]) => ({ ...plain, body: withValue(plain.body, place, value) })),
          },
        ]
  const inAddress = [...route.path.matchAll(/:([a-z_]+)/gi)].map(([, param = '']) => ({
    weight: 2,
    arbitrary: inPath.map((value) => ({ ...plain, url: urlOf(route, { [param]: value }) })),
  }))
  return fc.oneof(
    odd.map((body) => ({ ...plain, body })),
    ...written,
    ...inAddress,
    fc
      .tuple(fc.constantFrom(...named), inHeader)
      .map(([header, value]) => ({ ...plain, headers: { [header]: value } })),
    inPath.map((value) => ({ ...plain, url: `${plain.url}?name=${value}&${value}=1` })),
  )
}

async function answerTo({ name, url, body, headers }: Sent): Promise<{ status: number; text: string }> {
  const route: Route = routes[name]
  const json = body !== undefined && { 'content-type': 'application/json' }
  const key = route.write && { 'idempotency-key': `"hostile.${(keys += 1)}"` }
  const answer = await server.app.inject({
    method: route.method,
    url,
    headers: {
      ...(!guests.includes(name) && {
        authorization: `Bearer ${routes[name].auth === 'admin' ? adminToken : token}`,
      }),
      ...json,
      ...key,
      ...headers,
    },
    ...(body !== undefined && { payload: JSON.stringify(body) }),
  })
  return { status: answer.statusCode, text: answer.body }
}

const names = Object.keys(routes) as Name[]
const worst = ['x\0\ud800', '\udc00', 2 ** 31, 2 ** 63, -(2 ** 31) - 1, ['\ud800'], { '\ud800': '\0' }]

describe('Whatever one field, address or header holds', () => {
  test('every call that takes a body is tried with one', () => {
    expect(names.filter((name) => fieldsOf(routes[name]).length > 0 && bodies[name] === undefined)).toEqual(
      [],
    )
  })

  test.each(names.filter((name) => bodies[name] !== undefined))(
    'no half character or oversized number makes the server fail: %s',
    async (name) => {
      const plain = plainCall(name)
      const failed: string[] = []
      for (const place of placesIn(plain.body, fieldsOf(routes[name]))) {
        for (const value of worst) {
          const { status } = await answerTo({ ...plain, body: withValue(plain.body, place, value) })
          if (status >= 500) failed.push(`${place.join('.')}: ${JSON.stringify(value)}`)
        }
      }
      expect(failed).toEqual([])
    },
  )

  test('nothing that no app sends is answered with a failure of the server', async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...names).chain(sentBy), async (sent) => {
        const { status, text } = await answerTo(sent)
        expect([status < 500, text]).toEqual([true, text])
      }),
      { numRuns: 250, endOnFailure: true },
    )
  })

  test('a version beyond its column is refused at its field [R-ERR-03]', async () => {
    for (const name of ['putDraft', 'updateCarDetails', 'updateUserDetails'] as const) {
      const plain = plainCall(name)
      for (const version of [2 ** 31, 2 ** 53 - 1]) {
        const { status, text } = await answerTo({
          ...plain,
          body: { ...bodies[name], base_version: version },
        })
        expect([status, JSON.parse(text)]).toMatchObject([
          422,
          { code: 'validation_failed', fields: { base_version: expect.any(String) as string } },
        ])
      }
    }
  })

  test('a text with half a character is saved without it, under its key too [I2]', async () => {
    const plain = plainCall('addCar')
    const sent = {
      ...plain,
      body: { ...adForm, title: 'BMW \ud83d X5' },
      headers: { 'idempotency-key': '"half"' },
    }
    const first = await answerTo(sent)
    expect([first.status, JSON.parse(first.text)]).toMatchObject([
      200,
      { data: { fields: { title: 'BMW  X5' } } },
    ])
    const again = await answerTo(sent)
    expect([again.status, JSON.parse(again.text)]).toEqual([200, JSON.parse(first.text)])
  })
})
