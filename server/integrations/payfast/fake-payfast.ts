// Simulated card payment provider on this machine with PayFast's wire format: payment page, notices, and confirmation of notices.
// A demo runs it itself.
import { ignoreExpected, named } from '#contract/values/expected.ts'
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { fetchBounded, OutsideFailure } from '../bounded-fetch.ts'
import {
  type Act,
  type FakePayment,
  isAct,
  messagePage,
  type PageAnswer,
  paymentPage,
  redirect,
} from './fake-pages.ts'
import type { Merchant } from './payfast.ts'
import { type FormFields, formSignature, phpEncoded, readNotice, signatureOf } from './signature.ts'

/** Behaviour of the provider when it is asked to confirm a notice. */
export type ConfirmMood = 'well' | 'no' | 'broken' | 'html' | 'hangs-up'

export interface FakeOptions {
  merchant: () => Merchant
  /** Prefix of every path, such as `/dev/pay`. */
  base?: string
  /** Returns the address of the shop from here, where that differs from the given one. */
  reach?: (notifyUrl: string) => string
  /** Milliseconds until "Pay later" sends its notice, and pauses before each retry of a notice that was not accepted. */
  later?: number
  again?: readonly number[]
}

const most = { payments: 500, notices: 2000, form: 16 * 1024 } as const
const patience = { ms: 15_000, bytes: 64 * 1024 }
/** Returns the fee of PayFast, so that notices look like real ones. */
const feeOf = (amount: number) => -Math.round(amount * 4.025 + 230) / 100

/** Deletes the oldest entries beyond `size`. */
function bounded<K, V>(map: Map<K, V>, size: number): void {
  for (const key of map.keys()) if (map.size > size) map.delete(key)
}

const statuses = { paid: 'COMPLETE', cancelled: 'CANCELLED', failed: 'FAILED' } as const
const endOf: Readonly<Record<Act, keyof typeof statuses>> = {
  pay: 'paid',
  later: 'paid',
  twice: 'paid',
  cancel: 'cancelled',
  fail: 'failed',
}

export class FakePayfast {
  readonly payments = new Map<string, FakePayment>()
  /** Number of times that each sent notice was accepted, by its signed text. */
  readonly sent = new Map<string, number>()
  confirms: ConfirmMood = 'well'
  private readonly o: Required<FakeOptions>
  private readonly stopping = new AbortController()
  private readonly underWay = new Set<Promise<void>>()

  constructor(o: FakeOptions) {
    this.o = { base: '', reach: (url) => url, later: 6000, again: [5000, 20_000, 60_000], ...o }
  }

  /** Answers one request; `body` has one character per byte. */
  async answer(method: string, path: string, body: string): Promise<PageAnswer | undefined> {
    const inside = path.slice(this.o.base.length)
    if (!path.startsWith(this.o.base)) return undefined
    if (method === 'POST' && inside === '/eng/process') return this.begin(body)
    if (method === 'POST' && inside === '/eng/query/validate') return this.validate(body)
    const id = /^\/eng\/process\/([\w-]+)$/.exec(inside)?.[1]
    const payment = id === undefined ? undefined : this.payments.get(id)
    if (id !== undefined && !payment)
      return messagePage(
        404,
        'This payment is unknown',
        'The server was started again. Go back and order again.',
      )
    if (payment && method === 'GET') return paymentPage(payment, path)
    const act = new URLSearchParams(body).get('act') ?? ''
    if (payment && method === 'POST' && isAct(act)) return this.act(payment, act)
    return undefined
  }

  /** Resolves when no notice waits. */
  async idle(): Promise<void> {
    while (this.underWay.size > 0) await Promise.all(this.underWay)
  }
  /** Cancels the waiting notices. */
  async stop(): Promise<void> {
    this.stopping.abort()
    await this.idle()
  }

  /** Returns the body of a payment's notice. */
  noticeOf(payment: FakePayment, status: string, over: Readonly<Record<string, string>> = {}): string {
    const { fields } = payment
    const amount = Number(fields.amount)
    const posted: Record<string, string> = {
      m_payment_id: fields.m_payment_id ?? '',
      pf_payment_id: payment.payment,
      payment_status: status,
      item_name: fields.item_name ?? '',
      item_description: fields.item_description ?? '',
      amount_gross: amount.toFixed(2),
      amount_fee: feeOf(amount).toFixed(2),
      amount_net: (amount + feeOf(amount)).toFixed(2),
      custom_str1: fields.custom_str1 ?? '',
      custom_str2: fields.custom_str2 ?? '',
      ...Object.fromEntries(
        ['str3', 'str4', 'str5', 'int1', 'int2', 'int3', 'int4', 'int5'].map((n) => [`custom_${n}`, '']),
      ),
      name_first: fields.name_first ?? '',
      name_last: fields.name_last ?? '',
      email_address: fields.email_address ?? '',
      merchant_id: this.o.merchant().id,
      ...over,
    }
    return this.signed(Object.entries(posted))
  }

  /** Returns the fields in this order with the signature at the end; empty fields are signed, too. */
  signed(fields: readonly (readonly [string, string])[]): string {
    const text = fields.map(([name, value]) => `${name}=${phpEncoded(value)}`).join('&')
    return `${text}&signature=${signatureOf(text, this.o.merchant().passphrase)}`
  }

  /** Posts a notice and records it as sent; returns whether the shop has accepted it. */
  async send(to: string, notice: string): Promise<boolean> {
    const { signed } = readNotice(notice)
    this.sent.set(signed, this.sent.get(signed) ?? 0)
    bounded(this.sent, most.notices)
    try {
      await fetchBounded(new URL(this.o.reach(to)), { ...patience, form: notice })
      this.sent.set(signed, (this.sent.get(signed) ?? 0) + 1)
      return true
    } catch (error) {
      if (error instanceof OutsideFailure) return false
      throw error
    }
  }

  private begin(body: string): PageAnswer {
    const refuse = (why: string) => messagePage(400, 'This payment cannot be made', why)
    if (body.length > most.form) return refuse('The form is too large.')
    const { fields: given } = readNotice(body)
    const { signature, ...fields } = Object.fromEntries(given) as FormFields & { signature?: string }
    const merchant = this.o.merchant()
    if (fields.merchant_id !== merchant.id || fields.merchant_key !== merchant.key)
      return refuse('The merchant is unknown here.')
    if (signature !== formSignature(fields, merchant.passphrase))
      return refuse('Generated signature does not match submitted signature.')
    const urls = [fields.return_url, fields.cancel_url, fields.notify_url]
    if (!urls.every((url) => url !== undefined && /^https?:/.test(url) && URL.canParse(url)))
      return refuse('An address to go back to is missing.')
    if (!/^\d+\.\d\d$/.test(fields.amount ?? '') || Number(fields.amount) < 5)
      return refuse('The amount must be R5.00 or more.')
    const id = randomUUID()
    // The range is wide enough that no id repeats in a demo that runs for years.
    const payment = String(1e12 + Buffer.from(id.replaceAll('-', ''), 'hex').readUIntBE(0, 5))
    this.payments.set(id, { id, payment, fields, state: 'open' })
    bounded(this.payments, most.payments)
    return redirect(`${this.o.base}/eng/process/${id}`)
  }

  private validate(body: string): PageAnswer {
    const plain = (status: number, text: string): PageAnswer => ({
      status,
      headers: { 'content-type': 'text/plain; charset=utf-8' },
      body: text,
    })
    if (this.confirms === 'broken') return plain(503, 'Service Unavailable')
    if (this.confirms === 'html') return { ...messagePage(200, 'Maintenance', 'VALID'), status: 200 }
    return plain(200, this.confirms === 'well' && this.sent.has(body) ? 'VALID' : 'INVALID')
  }

  private async act(payment: FakePayment, act: Act): Promise<PageAnswer> {
    const { return_url: back = '', cancel_url: away = '', notify_url: to = '' } = payment.fields
    if (payment.state === 'open') {
      payment.state = endOf[act]
      const notice = this.noticeOf(payment, statuses[payment.state])
      if (act === 'later') this.wait(() => this.deliver(to, notice, [this.o.later, ...this.o.again]))
      // The real provider also sends the notice before the buyer returns.
      else if (!(await this.send(to, notice))) this.wait(() => this.deliver(to, notice, this.o.again))
      if (act === 'twice') await this.send(to, notice)
    }
    return redirect(payment.state === 'cancelled' ? away : back)
  }

  private wait(work: () => Promise<void>): void {
    const running = work().finally(() => this.underWay.delete(running))
    this.underWay.add(running)
  }
  private async deliver(to: string, notice: string, pauses: readonly number[]): Promise<void> {
    const { signal } = this.stopping
    for (const ms of pauses) {
      // `stop` ends the pause at once.
      await pause(ms, undefined, { signal }).catch(ignoreExpected('pause', named('AbortError')))
      if (signal.aborted || (await this.send(to, notice))) return
    }
  }
}
