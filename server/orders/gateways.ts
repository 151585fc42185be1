import { AppError } from '#contract/errors.ts'
import { cleanLine } from '#contract/parts.ts'
import { basePath } from '#contract/http.ts'
import type { DepositDetails, Payable, PaymentForm } from '#contract/plans/orders.ts'
import type { Config } from '../kernel/config.ts'
import { type Payfast, payfastOf } from '../integrations/payfast/payfast.ts'
import { type FormFields, formSignature, postedFields } from '../integrations/payfast/signature.ts'
import type { Deps } from '../kernel/deps.ts'
import { orderFrom, type OrderRow } from './orders-store.ts'

/** Data of an order that a payment provider needs. */
export type Bill = Pick<
  OrderRow,
  '_id' | 'payment_id' | 'plan_name' | 'plan_type' | 'months' | 'amount' | 'fullname' | 'email'
>

/** Next step of the buyer: a form to post or an account to pay into. */
type PaymentInstructions = { form: PaymentForm } | { deposit: DepositDetails }

/** Payment method. It passes each report of a payment to `settlePayment`, which handles repeated reports. */
export interface Gateway {
  method: 'card' | 'deposit'
  start: (bill: Bill) => PaymentInstructions
}

/** Path below `basePath` to which PayFast posts its payment notices (R-API-49). */
export const notifyPath = 'users/save-payment-details'

/** Smallest amount in rand that PayFast accepts. */
const leastAmount = 5

/**
 * Cuts a text to whole characters on one line: a browser would post a line break as two bytes, and the signature would not
 * match.
 */
const short = (text: string, most: number): string => {
  let cut = ''
  for (const character of cleanLine(text).trim()) {
    if (cut.length + character.length > most) break
    cut += character
  }
  return cut
}

/** Builds the fields of PayFast's payment form (R-EXT-12 to R-EXT-14). */
function fieldsOf(bill: Bill, { merchant }: Payfast, publicUrl: string): FormFields {
  const [first = '', ...others] = short(bill.fullname, 200).split(/\s+/)
  const months = bill.months === 1 ? '1 month' : `${bill.months} months`
  return {
    merchant_id: merchant.id,
    merchant_key: merchant.key,
    return_url: `${publicUrl}/profile?tab=history&order=${encodeURIComponent(bill._id)}`,
    cancel_url: `${publicUrl}/subscriptions?cancelled=${encodeURIComponent(bill._id)}`,
    notify_url: publicUrl + basePath + notifyPath,
    name_first: short(first, 100),
    name_last: short(others.join(' '), 100),
    // A cut e-mail address is invalid, so a long one is left out.
    ...(bill.email.length <= 100 && { email_address: bill.email }),
    m_payment_id: bill.payment_id,
    amount: bill.amount.toFixed(2),
    item_name: `${short(bill.plan_name, 88)}, ${months}`,
    custom_str1: bill._id,
    custom_str2: short(bill.plan_type, 255),
    email_confirmation: '1',
  }
}

function payAtPayfast(bill: Bill, config: Config): PaymentInstructions {
  const payfast = payfastOf(config)
  if (!payfast || bill.amount < leastAmount) throw new AppError('payment_unavailable')
  const fields = fieldsOf(bill, payfast, config.publicUrl)
  const posted = postedFields(fields).map(([name, value]) => ({ name, value }))
  const signature = { name: 'signature', value: formSignature(fields, payfast.merchant.passphrase) }
  return { form: { action: `${payfast.url}/eng/process`, fields: [...posted, signature] } }
}

/** Account shown in the demo; it does not exist. */
const madeUpAccount: DepositDetails = {
  bank: 'Made-up Bank (demo)',
  account_name: 'Motorkin demo, please do not pay',
  account_number: '000 000 0000',
  branch_code: '000000',
}
function depositAccount(config: Config): DepositDetails | undefined {
  const { depositBank: bank, depositAccountName, depositAccountNumber, depositBranchCode } = config
  if (bank === undefined) return config.demo ? madeUpAccount : undefined
  return {
    bank,
    account_name: depositAccountName ?? '',
    account_number: depositAccountNumber ?? '',
    branch_code: depositBranchCode ?? '',
  }
}

/** Returns the payment methods that the settings configure. */
export function gatewaysBySettings(config: Config): Gateway[] {
  const deposit = depositAccount(config)
  const gateways: Gateway[] = []
  if (payfastOf(config)) gateways.push({ method: 'card', start: (bill) => payAtPayfast(bill, config) })
  // A deposit order is paid when the operator approves its proof (R-EXT-15).
  if (deposit) gateways.push({ method: 'deposit', start: () => ({ deposit }) })
  return gateways
}

const known = new WeakMap<Config, readonly Gateway[]>()

export function gatewaysOf({ config }: Pick<Deps, 'config'>): readonly Gateway[] {
  const made = known.get(config) ?? gatewaysBySettings(config)
  known.set(config, made)
  return made
}

/** Replaces the payment methods of a server; tests use it. */
export function handGateways({ config }: Pick<Deps, 'config'>, gateways: readonly Gateway[]): void {
  known.set(config, gateways)
}

/** Returns an order with payment instructions if it awaits money; a deposit order whose proof was refused does so too. */
export function payableFrom(o: OrderRow, gateways: readonly Gateway[]): Payable {
  const isOpen = o.state === 'pending' || (o.state === 'refused' && o.method === 'deposit')
  const gateway = isOpen ? gateways.find(({ method }) => method === o.method) : undefined
  const payment = gateway?.start(o)
  return {
    ...orderFrom(o),
    ...(payment && ('form' in payment ? { payment_form: payment.form } : { deposit: payment.deposit })),
  }
}
