import { orderFilters } from '#contract/admin/admin-orders.ts'
import { auditPage } from '../../admin/audit.ts'
import { adminOrderById, adminOrders } from '../../admin/orders/admin-orders-store.ts'
import { refundOrder, settleOrder, approveProof, paidWords, refuseProof } from '../../admin/orders/orders.ts'
import type { Sql } from '../../kernel/db/sql.ts'
import { listed, Misused, operate, type Verb, verbOn, wordsOf } from './verb.ts'
import { planLimits } from '#contract/admin/admin-plans.ts'
import { changePlan, plansForAdmin } from '../../admin/plans.ts'
import { idsOf } from '../../kernel/db/lists.ts'

/** Maximum entries of a list. */
const most = 100

/** Returns the id of the order with this reference; throws `Misused` when there is none. */
async function orderBy(sql: Sql, reference: string): Promise<string> {
  const [id] = await idsOf(sql)`select id from orders where reference = upper(${reference})`
  if (!id) throw new Misused(`There is no order "${reference}".`)
  return id
}
/** Returns the id of the only proof of an order that waits for a decision; throws `Misused` when no proof waits, or several. */
async function proofOf(sql: Sql, reference: string): Promise<string> {
  const order = await adminOrderById(sql, await orderBy(sql, reference))
  const [first, ...others] = order?.proofs.filter(({ state }) => state === 'waiting') ?? []
  if (!first) throw new Misused(`No proof of ${reference} waits for a decision.`)
  if (others.length > 0)
    throw new Misused(`Several proofs of ${reference} wait; look at them in the admin area.`)
  return first._id
}
const onOrder = verbOn(async ({ sql }, reference) => ({ order_id: await orderBy(sql, reference), reference }))
const onProof = verbOn(async ({ sql }, reference) => ({ proof_id: await proofOf(sql, reference), reference }))

const givenTo = ({ plan_name, email }: Readonly<Record<'plan_name' | 'email', string>>) =>
  `${plan_name} is given to ${email}`

const longest = 500
const reasonMissing = `The reason must follow, at most ${longest} characters; the buyer reads it.`
const reasonIn = (words: readonly string[]) => ({ reason: wordsOf(words, longest, reasonMissing) })
const noteMissing = `How you know must follow, at most ${longest} characters.`

/** Verbs for orders and their money, for an operator with a shell (R-EXT-15). */
export const orderVerbs: readonly Verb[] = [
  {
    usage: `orders [${orderFilters.join(' | ')}]`,
    does: 'the newest orders; "proof": those whose proof of payment waits, the longest waiting first',
    async run({ db }, [show = 'all']) {
      const known = orderFilters.find((one) => one === show)
      if (known === undefined) throw new Misused(`There are no orders called "${show}".`)
      const { data } = await adminOrders(db, { page: 1, limit: most, show: known, method: 'all' })
      if (data.length === 0) return ['There are no such orders.']
      return data.map((o) => {
        const proofs = o.proofs_waiting > 0 ? `  ${o.proofs_waiting} proof(s) waiting` : ''
        const what = `${o.plan.name}, ${o.months} month(s), R${o.amount.toFixed(2)}`
        return `${o.reference}  ${o.created_at}  ${o.state.padEnd(9)}  ${o.method.padEnd(7)}  ${o.buyer.email}  ${what}${proofs}`
      })
    },
  },
  onProof(
    'approve-proof <reference>',
    'the money of a deposit is there: its order is paid, and its plan runs',
    approveProof,
    (_, { order, surplus }) => paidWords({ order, surplus }, givenTo(order)),
  ),
  onProof(
    'refuse-proof <reference> "<reason>"',
    'a proof shows no payment for its order; the buyer gets an e-mail with the reason',
    refuseProof,
    ({ reference }) => `Refused. The buyer of ${reference} reads why.`,
    reasonIn,
  ),
  onOrder(
    'refund <reference> "<reason>"',
    'notes that the money of a paid order was given back, and ends its plan; the buyer gets an e-mail',
    refundOrder,
    ({ reference }) => `${reference} is refunded, and its plan has ended.`,
    reasonIn,
  ),
  onOrder(
    'settle-order <reference> "<how you know>"',
    'pays an order by hand whose money came without news of it',
    settleOrder,
    (_, order) => paidWords({ order }, givenTo(order)),
    (words: readonly string[]) => ({ note: wordsOf(words, longest, noteMissing) }),
  ),
]

const written = (change: object | null) => (change ? JSON.stringify(change) : '-')

/** Verbs for the prices of plans and for the audit log. */
export const logVerbs: readonly Verb[] = [
  {
    usage: 'set-plan-price <plan> <rand for one month>',
    does: 'for what is ordered from now on; orders and running plans keep their price',
    async run(deps, [name = '', amount = '']) {
      const plans = await plansForAdmin(deps.db, deps.now())
      const plan = plans.find((one) => [one._id, one.name.toLowerCase()].includes(name.toLowerCase()))
      if (!plan) throw new Misused(`There is no plan "${name}": ${plans.map((one) => one.name).join(', ')}.`)
      const price = Number(amount)
      if (!/^\d+(\.\d{1,2})?$/.test(amount) || price > planLimits.price)
        throw new Misused(`"${amount}" is no price up to ${planLimits.price}.`)
      await operate(deps, (o) => changePlan(o, { plan_id: plan._id, price }))
      return [`${plan.name} costs R ${price} a month from now on; it was R ${plan.price}.`]
    },
  },
  {
    usage: 'audit [part of a person, an action or a thing]',
    does: `what operators did, the newest first, at most ${most}`,
    async run({ db }, words) {
      return listed(
        await auditPage(db, { search: words.join(' '), page: 1, limit: most }),
        (r) =>
          `${r.at}  ${r.operator}  ${r.action}  ${r.thing} ${r.name || r.thing_id}  ${written(r.before)} > ${written(r.after)}  ${r.note}`,
      )
    },
  },
]
