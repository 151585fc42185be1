import { fetchBounded, OutsideFailure } from '../bounded-fetch.ts'
import { isSigned, type PayfastNotice, readNotice } from './signature.ts'
import type { Merchant } from './payfast.ts'
import { lookup } from 'node:dns/promises'
import { BlockList, isIP, isIPv6 } from 'node:net'

/** Milliseconds for which the resolved addresses of a name are cached. */
const believedFor = 10 * 60_000

const familyOf = (ip: string) => (isIPv6(ip) ? 'ipv6' : 'ipv4')
/** Converts an IPv4-mapped IPv6 address to IPv4. */
const plain = (ip: string): string => /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1] ?? ip

function networksIn(sources: readonly string[]): BlockList {
  const list = new BlockList()
  for (const source of sources) {
    const [address = '', bits] = source.split('/')
    if (isIP(address) === 0) continue
    if (bits === undefined) list.addAddress(address, familyOf(address))
    else list.addSubnet(address, Number(bits), familyOf(address))
  }
  return list
}

const resolved = async (name: string): Promise<string[]> =>
  (await lookup(name, { all: true })).map(({ address }) => address)

/** Checks whether an address is one of `sources`: networks, addresses, and names that are resolved from time to time. */
export class NoticeSources {
  private readonly networks: BlockList
  private readonly names: string[]
  private readonly now: () => Date
  private readonly resolve: (name: string) => Promise<string[]>
  private looked: { at: number; addresses: Promise<Set<string>> } | undefined

  constructor(sources: readonly string[], now: () => Date, resolve = resolved) {
    this.networks = networksIn(sources)
    this.names = sources.filter((source) => isIP(source.split('/', 1)[0] ?? '') === 0)
    this.now = now
    this.resolve = resolve
  }

  /**
   * Returns whether the address is a source. Throws `OutsideFailure` when no name can be resolved, because the result is unknown
   * then.
   */
  async has(ip: string): Promise<boolean> {
    const address = plain(ip)
    if (isIP(address) === 0) return false
    if (this.networks.check(address, familyOf(address))) return true
    return this.names.length > 0 && (await this.addresses()).has(address)
  }

  private addresses(): Promise<Set<string>> {
    const at = this.now().getTime()
    if (this.looked && Math.abs(at - this.looked.at) < believedFor) return this.looked.addresses
    const before = this.looked?.addresses
    const looking = { at, addresses: this.look(before) }
    this.looked = looking
    looking.addresses.catch(() => {
      if (this.looked === looking) this.looked = undefined
    })
    return looking.addresses
  }

  /** Resolves the names. A name that fails is left out; if all fail, the addresses of the last resolution are used. */
  private async look(before: Promise<Set<string>> | undefined): Promise<Set<string>> {
    const all = await Promise.allSettled(this.names.map((name) => this.resolve(name)))
    const found = all.flatMap((one) => (one.status === 'fulfilled' ? one.value : []))
    if (found.length === 0) {
      if (before) return before
      throw new OutsideFailure('no name of its hosts is known')
    }
    return new Set(found)
  }
}

/** Report about a payment. Its sender is verified; its content, such as the amount, is not. */
export interface PaymentNews {
  paymentId: string
  /** PayFast's id of the payment. Each id pays once. */
  payment: string
  status: 'complete' | 'pending' | 'cancelled' | 'failed'
  /** Amount in rand. */
  amount: number
}
/** Reasons for which a notice is rejected. */
export const noticeRefusals = [
  'bad_signature',
  'bad_source',
  'wrong_merchant',
  'unreadable',
  'unconfirmed',
] as const
export type NoticeRefusal = (typeof noticeRefusals)[number]
type Checked = { news: PaymentNews } | { refused: NoticeRefusal; notice: PayfastNotice }

const states = new Map<string, PaymentNews['status']>([
  ['COMPLETE', 'complete'],
  ['PENDING', 'pending'],
  ['CANCELLED', 'cancelled'],
  ['FAILED', 'failed'],
])
const confirmation = { ms: 10_000, bytes: 16 * 1024 }

/** Returns the report in a notice; undefined when a value does not have PayFast's format. */
function newsIn({ fields }: PayfastNotice): PaymentNews | undefined {
  const of = (name: string) => fields.get(name) ?? ''
  const status = states.get(of('payment_status'))
  const [paymentId, payment, gross] = [of('m_payment_id'), of('pf_payment_id'), of('amount_gross')]
  const isWhole = [paymentId, payment].every((id) => /^[\w-]{1,100}$/.test(id))
  if (!isWhole || status === undefined || !/^\d{1,9}(\.\d{1,2})?$/.test(gross)) return undefined
  return { paymentId, payment, status, amount: Number(gross) }
}

/**
 * Asks PayFast whether it has sent this notice. Throws `OutsideFailure` unless the response is yes or no: a page of a proxy or of
 * maintenance is neither, and then PayFast has to send the notice again.
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
  /** Returns the address at which PayFast confirms notices. */
  validate: () => URL
}

/**
 * Does the checks of PayFast's rules except that of the amount, cheapest first, so that a forgery costs little: signature,
 * source, merchant, confirmation by PayFast. Throws `OutsideFailure` when a check is not possible now.
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
