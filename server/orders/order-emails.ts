import type { DepositDetails } from '#contract/plans/orders.ts'
import { grouped, regionOf } from '#contract/values/region.ts'
import { wallTime } from '#contract/values/zone.ts'
import type { EmailDeps, EmailWords } from '../kernel/mail/outbox.ts'
import type { Sql } from '../kernel/db/sql.ts'
import { queueAccountEmail } from '../users/recovery/account-emails.ts'
import type { OrderRow } from './orders-store.ts'

// Each e-mail is queued in the transaction of the change that it reports.

export const post = (
  sql: Sql,
  deps: EmailDeps,
  to: string,
  write: (from: From) => EmailWords,
): Promise<void> =>
  queueAccountEmail(sql, deps, to, (name) => write({ name, timeZone: regionOf[deps.config.market].timeZone }))

/** Queues an e-mail to the buyer of an order; does nothing when the account is deleted. */
export async function postToBuyer(
  sql: Sql,
  deps: EmailDeps,
  order: OrderRow,
  write: (from: From) => EmailWords,
): Promise<void> {
  if (order.user_id !== null) await post(sql, deps, order.email, write)
}

/** Name of the site, and the time zone of the dates in an e-mail. */
interface From {
  name: string
  timeZone: string
}
type OrderWords = Pick<OrderRow, '_id' | 'plan_name' | 'months' | 'amount' | 'reference'>
type Facts = (readonly [string, string])[]

const rand = (amount: number) => {
  const [whole = '0', cents = '00'] = amount.toFixed(2).split('.')
  return `R${grouped(Number(whole))}.${cents}`
}
const dayIn = ({ timeZone }: From, at: Date) =>
  new Intl.DateTimeFormat('en-GB', { timeZone, dateStyle: 'long' }).format(at)
const many = (n: number, one: string) => `${grouped(n)} ${one}${n === 1 ? '' : 's'}`

const facts = (o: OrderWords): Facts => [
  ['Plan', `${o.plan_name}, ${many(o.months, 'month')}`],
  ['Amount', rand(o.amount)],
  ['Reference', o.reference],
]
const toPlans = { url: '/subscriptions', words: 'See the plans' }
const orderAt = ({ _id }: OrderWords, words: string) => ({
  url: `/profile?tab=history&order=${_id}`,
  words,
})

export const depositEmail = (from: From, o: OrderWords, to: DepositDetails): EmailWords => ({
  subject: `Your ${from.name} order ${o.reference}`,
  lines: [
    `Thank you for ordering ${o.plan_name}. Please pay by EFT or cash deposit into this account, and write the reference on it.`,
  ],
  facts: [
    ...facts(o),
    ['Bank', to.bank],
    ['Account name', to.account_name],
    ['Account number', to.account_number],
    ['Branch code', to.branch_code],
  ],
  link: orderAt(o, 'Send the proof of payment'),
  notes: ['Your plan begins when we have seen the proof of payment.'],
})

export const receiptEmail = (from: From, o: OrderWords, time: { starts: Date; ends: Date }): EmailWords => ({
  subject: `Receipt for your ${from.name} order ${o.reference}`,
  lines: ['Thank you. We have received your payment.'],
  facts: [...facts(o), ['From', dayIn(from, time.starts)], ['Until', dayIn(from, time.ends)]],
  link: orderAt(o, 'Open the receipt'),
})

const afterRefusal: Readonly<Record<OrderRow['state'], readonly string[]>> = {
  pending: ['If you have paid, please send us another proof of payment.'],
  refused: ['If you have paid, please send us another proof of payment.'],
  paid: ['The order is paid all the same. You need not do anything.'],
  cancelled: [
    'The order is cancelled. If you have paid it, please answer this e-mail and name the reference.',
  ],
  refunded: [],
}
/** Builds the e-mail about a refused proof; `state` is the state of the order after the refusal. */
export const refusedEmail = (o: OrderWords & Pick<OrderRow, 'state'>, reason: string): EmailWords => ({
  subject: `We could not accept the proof of payment for ${o.reference}`,
  lines: [`The proof of payment for your order of ${o.plan_name} was not accepted. This is why:`],
  quote: reason,
  link: orderAt(o, 'Open the order'),
  notes: afterRefusal[o.state],
})

/** Builds the e-mail about a refund. `until` is the end of the credit days of earlier plans, which the refund does not end. */
export const refundedEmail = (
  from: From,
  o: OrderWords,
  r: {
    reason: string
    ended: boolean
    until: Date | undefined
    next: Allowed
    hidden: readonly string[]
  },
): EmailWords => ({
  subject: `Your payment for ${o.reference} is refunded`,
  lines: [
    `We have refunded your payment of ${rand(o.amount)} for ${o.plan_name}.${r.ended ? ` The ${o.plan_name} plan it paid for has ended.` : ''} We wrote:`,
  ],
  quote: r.reason,
  link: orderAt(o, 'Open the order'),
  notes: [
    ...(r.until
      ? [`What was left of your plan before it stays: ${o.plan_name} runs until ${dayIn(from, r.until)}.`]
      : []),
    ...hiddenLines(r, r.hidden),
  ],
})

export const lapsedEmail = (from: From, o: OrderWords): EmailWords => ({
  subject: `Your ${from.name} order ${o.reference} was cancelled`,
  lines: [
    `We have received no payment for your order of ${o.plan_name}, so it was cancelled. You need not do anything.`,
  ],
  facts: facts(o),
  link: toPlans,
  notes: ['If you have paid, please answer this e-mail and name the reference.'],
})

export interface StrayMoney {
  payment: string
  amount: number
  why: 'surplus' | 'paid_by_hand' | 'wrong_amount' | 'account_gone'
}
/** Builds the operator's e-mail about money that pays no order. */
export const strayMoneyEmail = (o: OrderWords, money: StrayMoney): EmailWords => ({
  subject: `Payment to look at: ${o.reference}`,
  lines: [
    {
      surplus: 'An order that is paid already was paid again. The second payment has to be given back.',
      paid_by_hand:
        'An order that was marked as paid by hand is reported as paid. If this is the payment that was seen then, nothing has to be given back; if it is a second one, it has to be.',
      wrong_amount: 'A payment is not what its order costs. The order was not paid by it.',
      account_gone: 'An order was paid after its buyer had deleted the account. Nobody has the plan.',
    }[money.why],
  ],
  facts: [...facts(o), ['Received', rand(money.amount)], ['Payment', money.payment]],
  link: { url: '/admin', words: 'Open the admin area' },
})

interface Allowed {
  plan: string
  ads: number
}
export interface PlanWords {
  plan: string
  ends: Date
  /** Whether the plan only shows a dealership on the home page. */
  featured: boolean
  /** Plan that applies afterwards, and the number of ads that it allows. */
  next: Allowed & { paid: boolean }
}

const closes = ({ featured, next }: PlanWords, will: boolean): string[] => [
  ...(featured ? [`Your dealership ${will ? 'will leave' : 'has left'} the home page.`] : []),
  ...(next.paid
    ? []
    : [`Inquiries and chat ${will ? 'will close' : 'are closed'}; nothing in them is deleted.`]),
]
const adsThen = ({ next }: PlanWords): string =>
  `${next.plan} allows ${many(next.ads, 'ad')} for sale at a time.`

/** Returns the days until `then` in words; counts midnights in the time zone of the e-mail. */
function daysUntil({ timeZone }: From, now: Date, then: Date): string {
  const date = (at: Date) => Date.parse(wallTime(timeZone, at.getTime()).slice(0, 10))
  const days = Math.round((date(then) - date(now)) / 86_400_000)
  return days < 1 ? 'today' : days === 1 ? 'tomorrow' : `in ${days} days`
}

export const reminderEmail = (from: From, p: PlanWords, now: Date): EmailWords => ({
  subject: `Your ${p.plan} plan ends ${daysUntil(from, now, p.ends)}`,
  lines: [
    `Your ${p.plan} plan at ${from.name} ends on ${dayIn(from, p.ends)}.`,
    [
      ...closes(p, true),
      ...(p.featured ? [] : [adsThen(p), 'Newer ads beyond that become inactive and are kept.']),
    ].join(' '),
  ],
  link: toPlans,
  notes: ['If you renew now, the new months begin when these end.'],
})

/** Most ads that an e-mail lists by title. */
const named = 20

const hiddenLines = (p: { next: Allowed }, hidden: readonly string[]): string[] => {
  if (hidden.length === 0) return []
  const more = hidden.length - named
  return [
    `${p.next.plan} allows ${many(p.next.ads, 'ad')} for sale at a time, so your newest ads are inactive now: ${hidden
      .slice(0, named)
      .map((title) => `“${title}”`)
      .join(', ')}${more > 0 ? ` and ${grouped(more)} more` : ''}.`,
    'They are kept as they are. To show one again, mark another one as sold or inactive, or choose a larger plan.',
  ]
}

export const endedEmail = (from: From, p: PlanWords, hidden: readonly string[]): EmailWords => ({
  subject: `Your ${p.plan} plan has ended`,
  lines: [
    [`Your ${p.plan} plan at ${from.name} ended on ${dayIn(from, p.ends)}.`, ...closes(p, false)].join(' '),
    ...hiddenLines(p, hidden),
  ],
  link: toPlans,
})

/** Builds the e-mail for a new plan that allows fewer ads than the previous one. */
export const fewerAdsEmail = (p: { next: Allowed }, hidden: readonly string[]): EmailWords => ({
  subject: `${many(hidden.length, 'ad')} of yours ${hidden.length === 1 ? 'is' : 'are'} inactive now`,
  lines: hiddenLines(p, hidden),
  link: { url: '/profile?tab=my-ads', words: 'See my ads' },
})
