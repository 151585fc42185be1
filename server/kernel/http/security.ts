import type { FastifyInstance, FastifyReply } from 'fastify'
import helmet from 'helmet'
import { basePath } from '#contract/http.ts'
import type { Config } from '../config.ts'
import { chatHosts, type FirebaseSettings } from '../firebase.ts'

const hstsSeconds = 31_536_000

type PaymentSettings = Pick<Config, 'payfastUrl' | 'playsPayfast' | 'publicUrl'>

/**
 * Where a form may go beside here: to the card payment provider. Browsers ask again at every redirect that follows, and
 * PayFast sends buyers on to hosts of its own. Allowed before there is an account too: an installed app keeps its page
 * with the policy of the day it was stored.
 */
function paymentHosts({ payfastUrl, playsPayfast, publicUrl }: PaymentSettings): string[] {
  const { origin, hostname } = new URL(payfastUrl)
  const isPayfast = /(^|\.)payfast\.(co\.za|io)$/.test(hostname)
  return [
    ...(playsPayfast ? [new URL(publicUrl).origin] : []),
    origin,
    ...(isPayfast ? ['https://*.payfast.co.za', 'https://*.payfast.io'] : []),
  ]
}

/** Of each answer of the API, which is no page: a few constant ones, cheap to send, that forbid to show it as one. */
export const headersOfAnswers = ({ publicUrl }: Pick<Config, 'publicUrl'>) => ({
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  ...(publicUrl.startsWith('https://') && { 'strict-transport-security': `max-age=${hstsSeconds}` }),
})

/** Headers that let a page load from nowhere but here, and speak to nobody else but the store of the chats. */
export function secure(app: FastifyInstance, config: PaymentSettings & FirebaseSettings): void {
  const self = "'self'"
  const none = ["'none'"]
  const https = config.publicUrl.startsWith('https://')
  const ofAnswers = headersOfAnswers(config)
  // Made once: as a plugin of Fastify it costs every answer two hooks, also where it sets nothing.
  const ofPages = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        'default-src': [self],
        'script-src': [self],
        'style-src': [self],
        'img-src': [self, 'data:', 'blob:'],
        'font-src': [self],
        'connect-src': [self, ...chatHosts(config)],
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
    hsts: https ? { maxAge: hstsSeconds, includeSubDomains: false } : false,
    frameguard: { action: 'deny' },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    crossOriginEmbedderPolicy: false,
    // With it the browser finds out by the answer that it prepared the wrong frame: decision 49.
    originAgentCluster: false,
  })
  app.addHook('onRequest', (request, reply, done) => {
    if (request.url.startsWith(basePath)) void reply.headers(ofAnswers)
    // Sets headers at once; a policy that it cannot make is refused when it is made.
    else ofPages(request.raw, reply.raw, () => undefined)
    done()
  })
}

/** What only a page heeds. On a picture or a script it would be half a kilobyte of every answer on a phone's data. */
const forPagesOnly = [
  'content-security-policy',
  'cross-origin-opener-policy',
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

/** For a picture, which readers of feeds and pages of others may show, too. */
export function asPicture(reply: FastifyReply): void {
  asResource(reply)
  void reply.header('cross-origin-resource-policy', 'cross-origin')
}
