import { fetchBounded, OutsideFailure } from '../bounded-fetch.ts'
import { isSigned, type PayfastNotice, readNotice } from './signature.ts'
import type { Merchant } from './payfast.ts'
import { lookup } from 'node:dns/promises'
import { BlockList, isIP, isIPv6 } from 'node:net'

/** Milliseconds for which the addresses of a name are believed. */
const believedFor = 10 * 60_000

const familyOf = (ip: string) => (isIPv6(ip) ? 'ipv6' : 'ipv4')
/** An address of version 4 as a socket of version 6 names it. */
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

/** Whether an address is one of `sources`: networks, addresses, and names that are resolved now and then. */
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

  /** Throws `OutsideFailure` when no name can be resolved: then nobody can tell. */
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

  /** A name that is away leaves the others, and what was known of all of them before. */
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

/** What was reported about a payment; its sender is known by then, nothing else is believed. */
export interface PaymentNews {
  paymentId: string
  /** The gateway's own name of the payment: one of them pays once. */
  payment: string
  status: 'complete' | 'pending' | 'cancelled' | 'failed'
  /** Rand. */
  amount: number
}
/** Why a notice is not believed at all. */
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

/** What the notice says, as far as it says it in the way PayFast does. */
function newsIn({ fields }: PayfastNotice): PaymentNews | undefined {
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
