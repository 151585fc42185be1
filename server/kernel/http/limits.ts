// Caps where guessing or flooding pays; reading is free.
import rateLimit, { type RateLimitOptions } from '@fastify/rate-limit'
import type { FastifyInstance } from 'fastify'
import { AppError } from '#contract/errors.ts'
import type { Route } from '#contract/http.ts'

/** Calls a minute from one address. */
const perMinute: Readonly<Record<string, number>> = {
  /** sign-in */
  'R-API-24': 20,
  /** enquiry */
  'R-API-38': 30,
}
const otherWrites = 300

export function limitOf(route: Pick<Route, 'id' | 'write'>): RateLimitOptions | false {
  const max = perMinute[route.id] ?? (route.write ? otherWrites : undefined)
  return max === undefined ? false : { max, timeWindow: 60_000 }
}

export async function limitCalls(app: FastifyInstance): Promise<void> {
  await app.register(rateLimit, {
    global: false,
    errorResponseBuilder: (_, { ttl }) =>
      new AppError('rate_limited', { retryAfter: Math.max(1, Math.ceil(ttl / 1000)) }),
  })
}
