import { fetchBounded, OutsideFailure } from '../bounded-fetch.ts'
import { isSigned, type PayfastNotice, readNotice } from './signature.ts'
import type { NoticeSources } from './notice-sources.ts'
import type { Merchant } from './payfast.ts'

/** What a notice says of a payment; true only if the notice is believed. */
export interface NoticeNews {
  paymentId: string
  payment: string
  status: 'complete' | 'pending' | 'cancelled' | 'failed'
  /** Rand. */
  amount: number
}
/** Why a notice is not believed at all. */
export type NoticeRefusal = 'bad_signature' | 'bad_source' | 'wrong_merchant' | 'unreadable' | 'unconfirmed'
export type Checked = { news: NoticeNews } | { refused: NoticeRefusal; notice: PayfastNotice }

const states = new Map<string, NoticeNews['status']>([
  ['COMPLETE', 'complete'],
  ['PENDING', 'pending'],
  ['CANCELLED', 'cancelled'],
  ['FAILED', 'failed'],
])
const confirmation = { ms: 10_000, bytes: 16 * 1024 }

/** What the notice says, as far as it says it in the way PayFast does. */
function newsIn({ fields }: PayfastNotice): NoticeNews | undefined {
  const of = (name: string) => fields.get(name) ?? ''
  const status = states.get(of('payment_status'))
  const [paymentId, payment, gross] = [of('m_payment_id'), of('pf_payment_id'), of('amount_gross')]
  const isWhole = [paymentId, payment].every((id) => /^[\w-]{1,100}$/.test(id))
  if (!isWhole || status === undefined || !/^\d{1,9}(\.\d{1,2})?$/.test(gross)) return undefined
  return { paymentId, payment, status, amount: Number(gross) }
}

/**
 * Asks PayFast whether it has sent this. Throws `OutsideFailure` unless it says yes or no: a page of a proxy or of
 * maintenance is neither, and then the notice has to come again.
 */
async function isConfirmed(signed: string, at: URL): Promise<boolean> {
  const { body } = await fetchBounded(at, { ...confirmation, form: signed })
  const answer = body.toString('latin1').trim()
  if (answer !== 'VALID' && answer !== 'INVALID') throw new OutsideFailure('neither VALID nor INVALID')
  return answer === 'VALID'
}

export interface NoticeCheck {
  merchant: Merchant
  sources: NoticeSources
  /** Where PayFast is asked back. */
  validate: () => URL
}

/**
 * The checks of PayFast's rules but that of the amount, cheapest first, so that a forger costs little: who signed it,
 * where it comes from, whom it is for, whether PayFast knows it. Throws `OutsideFailure` where nobody can tell now.
 */
export async function checkNotice(
  raw: string,
  ip: string,
  { merchant, sources, validate }: NoticeCheck,
): Promise<Checked> {
  const notice = readNotice(raw)
  const refuse = (refused: NoticeRefusal): Checked => ({ refused, notice })
  if (!isSigned(notice, merchant.passphrase)) return refuse('bad_signature')
  if (!(await sources.has(ip))) return refuse('bad_source')
  if (notice.fields.get('merchant_id') !== merchant.id) return refuse('wrong_merchant')
  const news = newsIn(notice)
  if (!news) return refuse('unreadable')
  return (await isConfirmed(notice.signed, validate())) ? { news } : refuse('unconfirmed')
}
