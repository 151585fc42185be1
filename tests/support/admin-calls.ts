import type { adminRoutes } from '#contract/index.ts'
import { savePersonReport } from '../../server/chat/people-store.ts'
import { addForm, holdForm } from '../../server/enquiries/forms-store.ts'
import type { Sql } from '../../server/kernel/db/sql.ts'
import { password } from './accounts.ts'
import { testId } from './cars.ts'
import { adminOnly, type Row } from './callers.ts'
import { addUser } from './motorkin.ts'
import { contactForm } from './writes.ts'

const pixel =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
/** Multipart form with a picture. */
const pictureForm = {
  headers: { 'content-type': 'multipart/form-data; boundary=b' },
  body: Buffer.concat([
    Buffer.from('--b\r\ncontent-disposition: form-data; name="image"; filename="p.png"\r\n\r\n'),
    Buffer.from(pixel, 'base64'),
    Buffer.from('\r\n--b--\r\n'),
  ]),
}

/** Roles that may enter a second factor; an invalid code counts as wrong. */
const ofFactor = (answer: string) => ({ ...adminOnly, locked: answer, admin: answer })

const theAd = testId('car', 1)

/** Callers and request of each call of the admin area. */
export const adminCalls: Record<keyof typeof adminRoutes, Row> = {
  getSecondFactor: { may: ofFactor('ok') },
  beginSecondFactor: { may: ofFactor('ok'), body: { password } },
  confirmSecondFactor: { may: ofFactor('validation_failed'), body: { code: '000000' } },
  enterSecondFactor: { may: ofFactor('second_factor_required'), body: { code: '000000' } },
  getCounts: { may: adminOnly },
  listAuditLog: { may: adminOnly, body: {} },
  adminListPlans: { may: adminOnly },
  savePlan: {
    may: adminOnly,
    body: { plan_id: 'platinum', title: 'Platinum', price: 5000, car_limit: 1000, includes: [] },
  },
  listPeople: { may: adminOnly, body: {} },
  getPerson: { may: adminOnly, params: { id: 'owner' } },
  adminListDealers: { may: adminOnly, body: {} },
  verifyDealer: { may: adminOnly, body: { user_id: 'owner', name: 'Name of owner' } },
  unverifyDealer: { may: adminOnly, body: { user_id: 'verified', reason: 'R' } },
  adminListMessages: { may: adminOnly, body: {} },
  adminGetMessage: { may: adminOnly, params: { id: 'a-message' } },
  markMessage: { may: adminOnly, body: { id: 'a-message', done: true } },
  releaseMessage: { may: adminOnly, body: { id: 'held-message' } },
  dropMessage: { may: adminOnly, body: { id: 'held-message' } },
  adminListNames: { may: adminOnly, body: {} },
  acceptName: { may: adminOnly, body: { id: 'a-name', make: 'Datsun', model: 'Cherry' } },
  mergeName: { may: adminOnly, body: { id: 'same-name', make: 'BMW', model: 'X5' } },
  refuseName: { may: adminOnly, body: { id: 'no-name', reason: 'R' } },
  adminListAds: { may: adminOnly, body: {} },
  adminListReports: { may: adminOnly, body: {} },
  adminListPersonReports: { may: adminOnly, body: {} },
  readReportedChat: { may: adminOnly, body: { report_id: 'a-person-report' } },
  dismissPersonReports: { may: adminOnly, body: { user_id: 'other' } },
  hideAd: { may: adminOnly, body: { id: theAd, reason: 'Stolen' } },
  restoreAd: { may: { ...adminOnly, admin: 'decided_meanwhile' }, body: { id: theAd } },
  keepAd: { may: { ...adminOnly, admin: 'decided_meanwhile' }, body: { id: theAd } },
  featureAd: { may: adminOnly, body: { id: theAd, featured: true } },
  adminListArticles: { may: adminOnly, body: {} },
  adminGetArticle: { may: adminOnly, params: { slug: 'a-blog' } },
  adminListVideos: { may: adminOnly },
  sendArticlePicture: { may: adminOnly, ...pictureForm },
  addVideo: { may: adminOnly, body: { address: 'fakevideo09', title: 'A video' } },
  removeVideo: { may: { ...adminOnly, admin: 'not_found' }, body: { id: 'fakevideo99' } },
  adminListOrders: { may: adminOnly, body: {} },
  adminGetOrder: { may: adminOnly, params: { id: 'an-order' } },
  approveProof: { may: adminOnly, body: { proof_id: 'a-proof' } },
  refuseProof: { may: adminOnly, body: { proof_id: 'a-proof', reason: 'R' } },
  refundOrder: { may: adminOnly, body: { order_id: 'paid-order', reason: 'R' } },
  returnPayment: { may: adminOnly, body: { notice_id: 'a-surplus', note: 'N' } },
  settleOrder: { may: adminOnly, body: { order_id: 'an-order', note: 'N' } },
  suspendPerson: { may: adminOnly, body: { user_id: 'owner', reason: 'Fraud' } },
  liftSuspension: { may: adminOnly, body: { user_id: 'suspended' } },
  signOutPerson: { may: adminOnly, body: { user_id: 'owner' } },
}

/** Creates the data of these calls; the owner and one of their orders exist already. */
export async function adminWorld(sql: Sql, now: Date): Promise<void> {
  await addUser(sql, { id: 'verified', proof_approved_at: '2026-01-01T00:00:00Z' })
  const message = { ...contactForm, client_ref: undefined, created_at: now }
  await addForm(sql, 'contact_messages', { ...message, id: 'a-message' })
  await addForm(sql, 'contact_messages', { ...message, id: 'held-message' })
  await holdForm(sql, 'contact_messages', 'held-message')
  const report = { id: 'a-person-report', reporter: 'owner', person: 'other', reason: 'spam' } as const
  await savePersonReport(sql, { ...report, words: '', now })
  await sql.run({
    text: 'delete from proposed_names; delete from models where position = 1000; delete from makes where position = 1000',
  })
  const names = ['a-name', 'same-name', 'no-name'].map((id) => ({ id, name_key: `datsun ${id}` }))
  await sql.run({
    text: `insert into proposed_names (id, name_key, make, model, created_at) select id, name_key, 'Datsun', id, $2
      from json_to_recordset($1::json) as r (id text, name_key text)`,
    values: [JSON.stringify(names), now],
  })
  const proof = `insert into proofs (id, order_id, hash, file_name, file_type, content, created_at)
    values ('a-proof', 'an-order', 'h', 'a.pdf', 'application/pdf', 'a', $1)`
  const order = `insert into orders (id, user_id, plan_id, plan_name, months, price, amount, method, state, reference,
      payment_id, created_at, paid_at)
    values ('paid-order', 'owner', 'platinum', 'Platinum', 1, 5000, 5000, 'card', 'paid', 'MK-2', 'q', $1, $1)`
  const notice = `insert into payment_notices (id, order_id, payment, status, amount, verdict, believed, received_at)
    values ('a-surplus', 'paid-order', 'twice', 'complete', 5000, 'surplus', true, $1)`
  await sql.run({ text: 'delete from payment_notices' })
  for (const text of [proof, order, notice]) await sql.run({ text, values: [now] })
}
