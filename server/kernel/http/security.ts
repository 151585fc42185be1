import helmet from '@fastify/helmet'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'

/** Headers that let a page load from nowhere but here. */
export async function secure(app: FastifyInstance, config: Pick<Config, 'publicUrl'>): Promise<void> {
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
        'form-action': [self],
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
