// Merchant account and address of PayFast: those of the settings, or of the provider that a demo simulates.
import { createHmac } from 'node:crypto'
import { type Config, isLoopbackHost } from '../../kernel/config.ts'

export interface Merchant {
  id: string
  /** Part of the browser's form by design; grants no access. */
  key: string
  /** The only secret: it never leaves the server. */
  passphrase: string | undefined
}
export interface Payfast {
  merchant: Merchant
  /** Address before `/eng/process` and `/eng/query/validate`, as browsers use it. */
  url: string
  /** Sources of its notices: addresses, networks, and host names. */
  sources: readonly string[]
}

/** Path below which a demo simulates the provider. */
export const playPath = '/dev/pay'

/** Sources that PayFast publishes. The ranges change, so its host names are included. */
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

/**
 * Returns the simulated merchant of this server. It is the same after a restart, so that a payment begun before can be finished.
 */
function playedMerchant(authSecret: string): Merchant {
  const derived = (what: string) => createHmac('sha256', authSecret).update(`payfast ${what}`).digest()
  return {
    id: String(10_000_000 + (derived('id').readUInt32BE() % 90_000_000)),
    key: derived('key').toString('hex').slice(0, 13),
    passphrase: derived('phrase').toString('hex').slice(0, 32),
  }
}

/** Returns PayFast; undefined where nobody can pay by card. */
export function payfastOf(config: Config): Payfast | undefined {
  const { payfastMerchantId: id, payfastMerchantKey: key, payfastPassphrase: passphrase } = config
  if (config.playsPayfast) {
    const url = config.publicUrl + playPath
    // The notices of the simulated provider come from the address on which the server listens.
    const sources = [...loopback, config.host].filter((source) => source !== '')
    return { merchant: playedMerchant(config.authSecret), url, sources }
  }
  if (id === undefined || key === undefined) return undefined
  const own = isLoopbackHost(new URL(config.payfastUrl).hostname) ? loopback : published
  const named = config.payfastNetworks?.split(',').map((one) => one.trim())
  const sources = named?.flatMap((one) => (one === 'loopback' ? loopback : [one])) ?? own
  return { merchant: { id, key, passphrase }, url: config.payfastUrl, sources }
}
