// Whom PayFast pays here, and where it is: the account of the settings, or of the stand-in that a demo plays itself.
import { createHmac } from 'node:crypto'
import { type Config, isLoopbackHost } from '../../kernel/config.ts'

export interface Merchant {
  id: string
  /** In the browser's form by design; it opens nothing. */
  key: string
  /** The only secret: it never leaves the server. */
  passphrase: string | undefined
}
export interface Payfast {
  merchant: Merchant
  /** Before `/eng/process` and `/eng/query/validate`, as browsers see it. */
  url: string
  /** Where its notices come from: addresses, networks, and names of hosts. */
  sources: readonly string[]
}

/** Below this path a demo plays the provider. */
export const playPath = '/dev/pay'

/** Published by PayFast; ranges change, so the names of its hosts count as well. */
const published = [
  '197.97.145.144/28',
  '41.74.179.192/27',
  '102.216.36.0/28',
  '102.216.36.128/28',
  '144.126.193.139',
  'www.payfast.co.za',
  'sandbox.payfast.co.za',
  'w1w.payfast.co.za',
  'w2w.payfast.co.za',
]
const loopback = ['127.0.0.0/8', '::1']

/** Of this server alone, and the same after a restart, so that a payment begun before it can be finished. */
function playedMerchant(authSecret: string): Merchant {
  const derived = (what: string) => createHmac('sha256', authSecret).update(`payfast ${what}`).digest()
  return {
    id: String(10_000_000 + (derived('id').readUInt32BE() % 90_000_000)),
    key: derived('key').toString('hex').slice(0, 13),
    passphrase: derived('phrase').toString('hex').slice(0, 32),
  }
}

/** Undefined where nobody can pay by card. */
export function payfastOf(config: Config): Payfast | undefined {
  const { payfastMerchantId: id, payfastMerchantKey: key, payfastPassphrase: passphrase } = config
  if (config.playsPayfast) {
    const url = config.publicUrl + playPath
    // Its notices come from the address that the server listens at.
    const sources = [...loopback, config.host].filter((source) => source !== '')
    return { merchant: playedMerchant(config.authSecret), url, sources }
  }
  if (id === undefined || key === undefined) return undefined
  const own = isLoopbackHost(new URL(config.payfastUrl).hostname) ? loopback : published
  const named = config.payfastNetworks?.split(',').map((one) => one.trim())
  const sources = named?.flatMap((one) => (one === 'loopback' ? loopback : [one])) ?? own
  return { merchant: { id, key, passphrase }, url: config.payfastUrl, sources }
}
