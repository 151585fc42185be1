import { lookup } from 'node:dns/promises'
import { BlockList, isIP, isIPv6 } from 'node:net'
import { OutsideFailure } from '../bounded-fetch.ts'

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
