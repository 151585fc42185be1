import type { Order } from '#contract/plans/orders.ts'
import { grouped } from '#contract/values/region.ts'
import { wallTime } from '#contract/values/zone.ts'

/** Texts about plans and orders, the same on every screen. */

/** Formats rand, the currency of plans in every market; shows cents only if there are any. */
export function formatRand(amount: number): string {
  const [whole = '0', cents = '00'] = amount.toFixed(2).split('.')
  return `R${grouped(Number(whole))}${cents === '00' ? '' : `.${cents}`}`
}

export function formatMonths(months: number): string {
  if (months % 12 === 0) return months === 12 ? '1 year' : `${months / 12} years`
  return months === 1 ? '1 month' : `${months} months`
}

/** Current time, and the time zone in which days are shown. */
export interface PlanClock {
  /** The server's time, ms. */
  now: number
  timeZone: string
}

/** Formats a day in the market's time zone, like e-mails and the profile: 23-02-2027. */
export const formatPlanDay = (instant: string, { timeZone }: Pick<PlanClock, 'timeZone'>): string =>
  wallTime(timeZone, Date.parse(instant)).slice(0, 10).split('-').reverse().join('-')

interface StateWords {
  words: string
  tone: 'brand' | 'amber' | 'danger' | 'plain'
}
const states: Readonly<Record<Order['state'], StateWords>> = {
  pending: { words: 'Pending', tone: 'amber' },
  paid: { words: 'Paid', tone: 'brand' },
  cancelled: { words: 'Cancelled', tone: 'plain' },
  refused: { words: 'Refused', tone: 'danger' },
  refunded: { words: 'Refunded', tone: 'plain' },
}
export const describeOrderState = ({ state }: Pick<Order, 'state'>): StateWords => states[state]
/** Describes the state for the buyer, who may have sent a proof that waits for a check. */
export const describeBuyerOrderState = (order: Pick<Order, 'state' | 'proofs'>): StateWords =>
  isChecked(order) ? { words: 'Being checked', tone: 'amber' } : describeOrderState(order)

export const methodWords = { card: 'Card', deposit: 'EFT or cash deposit', free: 'Nothing to pay' } as const

/** Returns whether a proof of payment is being checked. */
export const isChecked = ({ state, proofs }: Pick<Order, 'state' | 'proofs'>): boolean =>
  state === 'pending' && proofs.some((proof) => proof.state === 'waiting')

/** Describes the state of an order and the next step, in one or two sentences. */
export function describeOrder(
  order: Omit<Order, 'plan'> & { plan: { name: string } },
  clock: PlanClock,
): string {
  const { state, method, note, plan, starts_at: from, expires_at: to } = order
  const reason = note === '' ? '' : ` ${note}`
  switch (state) {
    case 'pending':
      if (method !== 'deposit') return note || 'Nothing is paid yet, and nothing is charged before you pay.'
      return isChecked(order)
        ? 'We have your proof of payment and are checking it. We will write to you.'
        : 'Pay it into our account and send us the proof; then your plan begins.'
    case 'paid': {
      if (from === null || to === null) return `Paid: ${plan.name}.`
      const [begins, ends] = [formatPlanDay(from, clock), formatPlanDay(to, clock)]
      if (Date.parse(from) > clock.now)
        return `Paid: ${plan.name} begins on ${begins} and runs until ${ends}.`
      return `Paid: ${plan.name} ${Date.parse(to) > clock.now ? 'runs' : 'ran'} until ${ends}.`
    }
    case 'cancelled':
      return `This order was cancelled. Nothing was charged.${reason}`
    case 'refused':
      return `The proof of payment was refused.${reason}`
    case 'refunded':
      return `The money was paid back to you.${reason}`
  }
}

export const orderAddress = (id: string): string => `/order/${encodeURIComponent(id)}`
export const receiptAddress = (id: string): string => `/receipt/${encodeURIComponent(id)}`
/** Returns the address to which a buyer returns after the payment (R-EXT-12). */
export const paidAddress = (id: string): string => `/profile?tab=history&order=${encodeURIComponent(id)}`
export const ordersAddress = '/profile?tab=history'
