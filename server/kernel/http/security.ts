import type { FastifyInstance, FastifyReply } from 'fastify'
import helmet from 'helmet'
import { basePath } from '#contract/http.ts'
import type { Config } from '../config.ts'
import { chatHosts, type FirebaseSettings } from '../firebase.ts'

const hstsSeconds = 31_536_000

type PaymentSettings = Pick<Config, 'payfastUrl' | 'playsPayfast' | 'publicUrl'>

/**
 * Returns the other hosts to which a form may be sent: those of the card payment provider. Browsers check each redirect
 * again, and PayFast redirects buyers to other hosts of its own. The hosts are allowed even without an account, because an
 * installed app stores a page together with the policy of that day.
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

/**
 * Returns the headers of every response of the API: few, constant and short ones, which forbid browsers to show the response
 * as a page.
 */
export const headersOfAnswers = ({ publicUrl }: Pick<Config, 'publicUrl'>) => ({
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  ...(publicUrl.startsWith('https://') && { 'strict-transport-security': `max-age=${hstsSeconds}` }),
})

/** Sets headers that let a page load only from this server and connect only to it and to the store of the chats. */
export function secure(app: FastifyInstance, config: PaymentSettings & FirebaseSettings): void {
  const self = "'self'"
  const none = ["'none'"]
  const https = config.publicUrl.startsWith('https://')
  const ofAnswers = headersOfAnswers(config)
  // The handler is created once: the plugin of Fastify adds two hooks to every response, even where it sets no header.
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
        // A page with videos replaces this directive to allow the player.
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
    // With this header the browser prepares a second frame when the response arrives (decision 49).
    originAgentCluster: false,
  })
  app.addHook('onRequest', (request, reply, done) => {
    if (request.url.startsWith(basePath)) void reply.headers(ofAnswers)
    // helmet sets the headers synchronously. An invalid policy already throws when the handler is created.
    else ofPages(request.raw, reply.raw, () => undefined)
    done()
  })
}

/** Headers that browsers use for pages only. On a picture or a script they would add half a kilobyte to every response. */
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

/** Removes the page headers from a response that no browser shows as a page; `nosniff` stays. */
export function asResource(reply: FastifyReply): void {
  for (const name of forPagesOnly) reply.removeHeader(name)
}

/** Sets the headers of a picture, which feed readers and pages of other sites may show too. */
export function asPicture(reply: FastifyReply): void {
  asResource(reply)
  void reply.header('cross-origin-resource-policy', 'cross-origin')
}
