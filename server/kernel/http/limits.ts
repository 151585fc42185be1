// Caps where guessing or flooding pays; reading is free.
import rateLimit, { type RateLimitOptions } from '@fastify/rate-limit'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '#contract/errors.ts'
import type { Route } from '#contract/http.ts'
import { actorOf } from '../auth.ts'
import type { Deps } from '../deps.ts'

/** Calls a minute from one address, whoever calls. */
const perAddress: Readonly<Record<string, number>> = {
  /** sign-in */
  'R-API-24': 20,
  // Each of these writes a letter or a row that somebody has to read.
  /** enquiry */
  'R-API-38': 30,
  /** test drive */
  'R-API-19': 30,
  /** contact */
  'R-API-43': 30,
  /** insurance */
  'R-API-44': 30,
}
/** Taking a write back leaves a row for years, and is done by hand. */
const receipts = 'SYNC 4.3'
const guestWrites = 300
/**
 * Of one person, wherever they are: a phone that was away for long sends a thousand writes in one go, and people
 * behind one address do not share their number.
 */
const ownWrites = 2000

const personal = 'u:'

/** A person by their token, if it is good; anybody else by address. */
async function callerOf(request: FastifyRequest, deps: Deps): Promise<string> {
  const address = `ip:${request.ip}`
  if (request.headers.authorization === undefined) return address
  try {
    const { user } = await actorOf(request, 'required', deps)
    return user ? personal + user.id : address
  } catch {
    // The call itself will say what is wrong with the token; made-up ones must not get numbers of their own.
    return address
  }
}

export function limitOf(route: Pick<Route, 'id' | 'write' | 'auth'>, deps: Deps): RateLimitOptions | false {
  const max = perAddress[route.id]
  if (max !== undefined) return { max, timeWindow: 60_000 }
  if (!route.write && route.id !== receipts) return false
  return {
    max: (_, key) => (key.startsWith(personal) && route.id !== receipts ? ownWrites : guestWrites),
    timeWindow: 60_000,
    keyGenerator: (request) => (route.auth === 'none' ? `ip:${request.ip}` : callerOf(request, deps)),
  }
}

export async function limitCalls(app: FastifyInstance): Promise<void> {
  await app.register(rateLimit, {
    global: false,
    errorResponseBuilder: (_, { ttl }) =>
      new AppError('rate_limited', { retryAfter: Math.max(1, Math.ceil(ttl / 1000)) }),
  })
}
