import helmet from '@fastify/helmet'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Config } from '../config.ts'

type PaymentSettings = Pick<Config, 'payfastMerchantId' | 'payfastUrl' | 'playsPayfast' | 'publicUrl'>

/**
 * Where a form may go beside here: to the card payment provider. Browsers ask again at every redirect that follows, and
 * PayFast sends buyers on to hosts of its own.
 */
function paymentHosts(config: PaymentSettings): string[] {
  if (config.playsPayfast) return [new URL(config.publicUrl).origin]
  if (config.payfastMerchantId === undefined) return []
  const { origin, hostname } = new URL(config.payfastUrl)
  const own = ['https://*.payfast.co.za', 'https://*.payfast.io']
  return [origin, ...(/(^|\.)payfast\.(co\.za|io)$/.test(hostname) ? own : [])]
}

/** Headers that let a page load from nowhere but here. */
export async function secure(app: FastifyInstance, config: PaymentSettings): Promise<void> {
  const self = "'self'"
  const none = ["'none'"]
  const https = config.publicUrl.startsWith('https://')
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        'default-src': [self],
        'script-src': [self],
        'style-src': [self],
        'img-src': [self, 'data:', 'blob:'],
        'font-src': [self],
        'connect-src': [self],
        'worker-src': [self],
        'manifest-src': [self],
        // The player of videos, where there are any: said with each page.
        'frame-src': none,
        'form-action': [self, ...paymentHosts(config)],
        'object-src': none,
        'base-uri': none,
        'frame-ancestors': none,
        ...(https ? { 'upgrade-insecure-requests': [] } : {}),
      },
    },
    hsts: https ? { maxAge: 31_536_000, includeSubDomains: false } : false,
    frameguard: { action: 'deny' },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    crossOriginEmbedderPolicy: false,
  })
}

/** What only a page heeds. On a picture or a script it would be half a kilobyte of every answer on a phone's data. */
const forPagesOnly = [
  'content-security-policy',
  'cross-origin-opener-policy',
  'origin-agent-cluster',
  'referrer-policy',
  'x-dns-prefetch-control',
  'x-download-options',
  'x-frame-options',
  'x-permitted-cross-domain-policies',
  'x-xss-protection',
]

/** For an answer that no browser shows as a page; `nosniff` stays. */
export function asResource(reply: FastifyReply): void {
  for (const name of forPagesOnly) reply.removeHeader(name)
}
