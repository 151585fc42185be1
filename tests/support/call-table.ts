import { importOptions } from '#contract/selling/import.ts'
import type { routes } from '#contract/index.ts'
import type { User } from '#contract/users/users.ts'
import { addBlog } from '../../server/blogs/blogs-store.ts'
import { insertCars } from '../../server/cars/cars-write.ts'
import { addTestDrive } from '../../server/enquiries/drives/drives-store.ts'
import { importFiles } from '../../server/import/jobs/import-files.ts'
import { addJob, endJob } from '../../server/import/jobs/jobs-store.ts'
import { formOf, password, town } from './accounts.ts'
import { adminCalls, adminWorld } from './admin-calls.ts'
import type { Sql } from '../../server/kernel/db/sql.ts'
import type { TestServer } from './api.ts'
import {
  adminOnly,
  all,
  anybody,
  notToOneself,
  ownerOnly,
  ownImport,
  ownOrder,
  type Role,
  roles,
  type Row,
  sellerOnly,
  signedIn,
  signedOut,
  subscribed,
} from './callers.ts'
import { newCar, testId } from './cars.ts'
import { addUser, subscribe } from './motorkin.ts'
import { proofForm } from './payment-calls.ts'
import { adForm } from './writes.ts'

export const theAd = testId('car', 1)
const article = {
  title: 'T',
  description: 'D',
  excerpt: 'D',
  image: '',
  blur: '',
  search_tokens: ['d'],
  published_at: new Date('2026-01-01'),
}
export const importJob = 'an-import'
export const enquiry = {
  name: 'A',
  email: 'a@example.org',
  countryCode: '+27',
  gsm: '821234567',
  message: 'Hello',
}
const drive = {
  fullname: 'A',
  email: 'a@example.org',
  mobile_number: '821234567',
  state: 'Gauteng',
  city: 'Pretoria',
  postcode: '1',
  car_brand: 'Toyota',
  car_model: 'Corolla',
  datetime: '2031-01-01T10:00:00Z',
}
const contact = {
  fullname: 'A',
  email: 'a@example.org',
  mobile_number: '821234567',
  subject: 'S',
  message: 'M',
}
const draft = { fields: { title: { v: 'Corolla', at: 1 } }, images: {}, step: { v: 'car', at: 1 } }
const fresh = { new_password: password, confirm_password: password }

const bug = { name: 'TypeError', route: '/listings', where: 'page' }

/** Request of each call of the contract, and its permitted callers. */
export const callTable: Record<keyof typeof routes, Row> = {
  reportClientErrors: { may: anybody, body: { version: '1', errors: [bug] } },
  getAllMakes: { may: anybody },
  getSingleMake: { may: anybody, params: { id: adForm.make } },
  getAllCarTypes: { may: anybody },
  getSiteSettings: { may: anybody },
  getAllStates: { may: anybody },
  getCitiesByStateIds: { may: anybody, body: { state_ids: [town.province] } },
  getCarList: { may: anybody, body: {} },
  getSingleCar: { may: anybody, params: { slug: theAd } },
  getCarPictures: { may: anybody, params: { id: theAd } },
  setAlert: { may: signedIn, body: { model: 'BMW X5', want: 'yes' } },
  myAlerts: { may: signedIn },
  likeDislikeCar: { may: signedIn, body: { car_id: theAd, want: 'yes' } },
  reportAd: { may: { ...anybody, owner: 'to_yourself' }, body: { car_id: theAd, reason: 'sold' } },
  getFavoriteList: { may: signedIn, body: {} },
  addCar: { may: signedIn, body: adForm },
  generateDescription: { may: signedIn, body: { ...adForm, status: 'active' } },
  updateCarDetails: { may: ownerOnly, body: { car_id: theAd, status: 'sold' } },
  deleteCar: { may: ownerOnly, params: { id: theAd } },
  deleteCarSingleImage: { may: ownerOnly, body: { car_id: theAd, image_url: '/media/none/640.webp' } },
  myCarList: { may: signedIn, body: {} },
  startImport: { may: ownerOnly, body: Buffer.from('make,model\n'), headers: { 'content-type': 'text/csv' } },
  runImport: { may: ownImport, params: { id: importJob }, body: { dry_run: true, options: {} } },
  proposeNames: {
    may: ownImport,
    params: { id: importJob },
    body: { names: [{ make: 'Datsun', model: 'Go' }] },
  },
  getImport: { may: ownImport, params: { id: importJob } },
  listImports: { may: signedIn },
  userLogin: { may: anybody, body: { email: 'login@motorkin.test', password } },
  logout: { may: anybody },
  signUp: { may: anybody, body: formOf('new@example.org') },
  verifyUser: { may: all('link_expired'), params: { id: 'none' } },
  resendVerification: { may: anybody, body: { email: 'a@example.org' } },
  forgotPassword: { may: anybody, body: { email: 'a@example.org' } },
  verifyForgotPasswordString: { may: all('link_expired'), params: { token: 'none' } },
  resetUserPassword: { may: signedOut, params: { token: 'none' }, body: fresh },
  changePassword: { may: signedIn, body: { password, ...fresh } },
  changeEmail: { may: signedIn, body: { email: 'other@example.org', password } },
  deleteAccount: { may: signedIn, body: { password } },
  // This call accepts only the cookie, which no caller has here.
  refreshSession: { may: all('unauthenticated'), body: {}, headers: { 'x-device': 'a-device-of-the-test' } },
  mySessions: { may: signedIn },
  endSession: { may: signedIn, body: { id: 'none' } },
  getDealershipList: { may: anybody },
  getVerifiedDealers: { may: anybody },
  getDealerList: { may: anybody, body: {} },
  allActiveUserCount: { may: anybody },
  getDealerProfile: { may: anybody, params: { id: 'owner' } },
  getUserProfileData: { may: signedIn },
  getMySubscriptionHistory: { may: signedIn },
  updateUserDetails: { may: signedIn, body: town },
  sendCarEnquiryMail: { may: anybody, body: { ...enquiry, car_id: theAd } },
  myCarsEnquiryList: { may: subscribed, body: {} },
  bookTestDrive: { may: anybody, body: drive },
  getTestDriveList: { may: signedIn, body: {} },
  myCarsTestDriveList: { may: signedIn, body: {} },
  answerTestDrive: { may: sellerOnly, body: { test_drive_id: 'a-drive', answer: 'confirm' } },
  // This call needs the secret of an e-mail; the test sends an invalid one.
  testDriveByLink: { may: all('link_expired'), params: { token: 'none' } },
  answerTestDriveByLink: { may: all('link_expired'), body: { token: 'none', answer: 'cancel' } },
  saveChatInfo: { may: notToOneself, body: { receiver: 'owner', car_id: theAd } },
  myChatList: { may: signedIn },
  // The chats are in the server's own database, so there is no Firestore token.
  chatToken: { may: { ...all('not_found'), visitor: 'unauthenticated' } },
  sendMessage: {
    may: { ...subscribed, owner: 'to_yourself' },
    body: { receiver: 'owner', message: 'Hello', timestamp: 1_790_000_000_000, client_ref: 'message-1' },
  },
  markChats: { may: subscribed, body: { as: 'read', chats: [{ other: 'owner', last: 'message-1' }] } },
  olderMessages: { may: subscribed, params: { other: 'owner', before: '10' } },
  setChat: { may: notToOneself, body: { other: 'owner', muted: true } },
  reportPerson: { may: notToOneself, body: { person: 'owner', reason: 'spam' } },
  saveContactUsEmail: { may: anybody, body: contact },
  insuranceInquiry: { may: anybody, body: { phone: '0821234567' } },
  subscribeNewsletter: { may: anybody, body: { EMAIL: 'a@example.org' } },
  confirmNewsletter: { may: all('link_expired'), body: { token: 'none' } },
  unsubscribeNewsletter: { may: all('link_expired'), body: { token: 'none' } },
  listBlogs: { may: anybody, body: {} },
  getBlogBySlug: { may: anybody, params: { slug: 'a-blog' } },
  listVideos: { may: anybody },
  getSubscriptionList: { may: anybody },
  applySubscriptionOrder: {
    // A larger plan includes the free one.
    may: { ...signedIn, subscriber: 'validation_failed' },
    body: { subs_id: 'basic', duration: 1 },
  },
  getMyOrders: { may: signedIn },
  getOrder: { may: ownOrder, params: { id: 'an-order' } },
  cancelOrder: { may: ownOrder, params: { id: 'an-order' } },
  ...adminCalls,
  sendProof: { may: ownOrder, params: { id: 'an-order' }, ...proofForm },
  saveBlog: { may: adminOnly, body: { title: 'T', description: 'D', image: '' } },
  getReceipt: { may: anybody, params: { key: 'k.1' } },
  voidReceipt: { may: anybody, params: { key: 'k.2' } },
  putDraft: { may: signedIn, params: { id: 'draft-0001' }, body: draft },
  getDrafts: { may: signedIn, params: { rev: '0' } },
  deleteDraft: { may: signedIn, params: { id: 'draft-0001' }, body: { at: 1, why: 'discarded' } },
}

/** Tells whether a caller has the role; `locked` has not entered a code in this session. */
const isAdmin = (role: string) => role === 'admin' || role === 'locked'

/** Creates a chat with the owner of the ad for everybody. */
const chatsWithOwner = (sql: Sql, now: Date) =>
  sql.run({
    text: `insert into chats (key, first_user, second_user, last_sender, receiver_has_read, created_at, updated_at)
      select least(id, 'owner') || '_' || greatest(id, 'owner'), least(id, 'owner'), greatest(id, 'owner'), id, false,
        $1::timestamptz, $1::timestamptz from users where id <> 'owner'`,
    values: [now],
  })

/** Creates the data that every call finds: one car, its owner, and the other people. */
export async function callWorld(server: TestServer, password_hash: string): Promise<Map<Role, User>> {
  const people = new Map<Role, User>()
  const { db } = server
  await db.run({
    text: 'delete from contact_messages; delete from test_drives; delete from mail_outbox; delete from orders; delete from users; delete from idempotency; delete from throttles; delete from letter_requests',
  })
  for (const id of roles.filter((role) => role !== 'visitor')) {
    const kind = id === 'owner' ? 'dealer' : 'private'
    people.set(id, await addUser(db, { id, password_hash, kind, role: isAdmin(id) ? 'admin' : 'user' }))
  }
  await addUser(db, { id: 'suspended', suspended_at: '2026-01-01T00:00:00Z' })
  await addUser(db, { id: 'login', password_hash })
  await insertCars(db, [newCar(1, { creator: 'owner' }), newCar(2, { creator: 'other' })])
  await subscribe(db, 'subscriber', 'platinum', { until: '2027-01-01T00:00:00Z' })
  await subscribe(db, 'expired', 'platinum', { until: '2026-02-01T00:00:00Z' })
  await db.run({
    text: `insert into orders (id, user_id, plan_id, plan_name, months, price, amount, method, reference, payment_id, created_at)
      values ('an-order', 'owner', 'platinum', 'Platinum', 1, 5000, 5000, 'deposit', 'MK-1', 'p', $1)`,
    values: [server.clock.now()],
  })
  await importFiles(server.deps.config).keep(importJob, Buffer.from('make,model\n'))
  const now = server.clock.now()
  await addBlog(db, { ...article, id: 'a-blog', slug: 'a-blog', author: 'admin', updated_at: now })
  await chatsWithOwner(db, now)
  await adminWorld(db, now)
  const asked = { id: 'a-drive', client_ref: undefined, user: undefined, at: new Date(drive.datetime) }
  const car = { id: theAd, title: 'T', owner_id: 'owner' }
  await addTestDrive(db, { ...drive, ...asked, car, created_at: now })
  const job = { id: importJob, dealer: 'owner', file_name: 'a.csv', bytes: 11, dry_run: true, now }
  await addJob(db, { ...job, options: importOptions.parse({}) })
  const names = [{ make: 'Datsun', model: 'Go', rows: 1, example: 'Datsun Go' }]
  await db.run({
    text: 'update imports set unknown_names = $2 where id = $1',
    values: [importJob, JSON.stringify(names)],
  })
  await endJob(db, { id: importJob, failure: '', now })
  return people
}
