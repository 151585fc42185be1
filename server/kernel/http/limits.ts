// Limits the rate of calls where guessing or flooding pays. Reads are not limited.
import rateLimit, { type RateLimitOptions } from '@fastify/rate-limit'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { chatLimits } from '#contract/chat/message-rules.ts'
import { AppError } from '#contract/errors.ts'
import type { Route } from '#contract/http.ts'
import { writesAMinute } from '#contract/limits.ts'
import { actorOf } from '../auth.ts'
import type { Deps } from '../deps.ts'
import { networkOf } from './network.ts'
import { CallerCounts } from './windows.ts'

/** Calls per minute from one address, of all callers together. */
const perAddress = new Map<string, number>(
  Object.entries({
    /**
     * Sign-in: limits only the number of password hashes. The login throttle prevents guessing, and many people share an
     * address.
     */
    'R-API-24': 600,
    /** sign-up, forgotten password, another e-mail */
    'R-API-26': 20,
    'R-API-28': 20,
    'own:resend-verification': 20,
    /** links of e-mails */
    'R-API-27': 60,
    'R-API-29': 60,
    'R-API-30': 30,
    'own:test-drive-by-link': 60,
    'own:answer-test-drive-by-link': 60,
    /** Renewal of tokens: many phones share an address. */
    'own:refresh-session': 600,
    // Each of these calls writes an e-mail or a row that a person has to read.
    /** enquiry */
    'R-API-38': 30,
    /** test drive */
    'R-API-19': 30,
    /** contact */
    'R-API-43': 30,
    /** insurance */
    'R-API-44': 30,
    /** report of an ad */
    'own:report-ad': 30,
    /** newsletter, and the links in its e-mails */
    'own:newsletter': 30,
    'own:newsletter-confirm': 60,
    'own:newsletter-unsubscribe': 60,
    /** Error reports of apps: each writes a line to the log. Many phones share an address. */
    'own:report-client-errors': 60,
    /** Payment notifications: PayFast has few addresses. */
    'R-API-49': 600,
    /** Each uploads a file of many megabytes. */
    'own:import-ads': 30,
  }),
)
/** Calls per minute of one person, from any address. */
const perPerson = new Map<string, number>(
  Object.entries({
    /** Calls that require the password again. */
    'own:change-password': 20,
    'own:change-email': 20,
    'own:delete-account': 20,
    /** Each text costs the operator money. */
    'R-API-48': 10,
    /** Each writes an e-mail to a seller. */
    'R-API-39': 20,
    'own:send-message': chatLimits.messagesAMinute,
    /** A phone marks the messages that it shows as read, as often as messages arrive. */
    'own:mark-chats': 120,
    /** A phone on a bad network reconnects its stream again and again. */
    'own:chat-events': 30,
    /** Each decodes a picture. */
    'own:send-proof': 20,
    /** Each writes an e-mail to the caller, or to the seller. */
    'own:answer-test-drive': 60,
    /** Each reads a whole table again. */
    'own:run-import': 10,
  }),
)
/** Route without a higher limit for users: voiding a write stores a row for years, and a person does it by hand. */
const receipts = 'own:receipts'
const guestWrites = 300
/** Kinds of writes by route. The limits of these kinds count per user, not per address. */
const kinds = new Map<string, keyof typeof writesAMinute>(
  Object.entries({
    'R-API-11': 'hearts',
    uploads: 'uploads',
    'own:drafts': 'drafts',
    'R-API-13': 'ads',
    'R-API-14 R-API-15': 'ads',
    'R-API-16': 'ads',
    'R-API-17': 'ads',
    'R-API-33': 'profile',
  } as const),
)

const personal = 'u:'
const addressOf = ({ ip }: FastifyRequest): string => `ip:${networkOf(ip)}`

/** Returns the counter key of a request: the user of a valid token, otherwise the address. */
async function callerOf(request: FastifyRequest, deps: Deps): Promise<string> {
  const address = addressOf(request)
  if (request.headers.authorization === undefined) return address
  try {
    const { user } = await actorOf(request, 'required', deps)
    return user ? personal + user.id : address
  } catch {
    // The call itself reports what is wrong with the token. Invented tokens must not get counters of their own.
    return address
  }
}

type LimitedRoute = Pick<Route, 'id' | 'write' | 'auth'>
export function limitOf({ id, write, auth }: LimitedRoute, deps: Deps): RateLimitOptions | false {
  const own = writesAMinute[kinds.get(id) ?? 'others']
  const ofWrites = (_: FastifyRequest, key: string) =>
    key.startsWith(personal) && id !== receipts ? own : guestWrites
  const max = perAddress.get(id) ?? perPerson.get(id) ?? (write || id === receipts ? ofWrites : undefined)
  if (max === undefined) return false
  const isByAddress = perAddress.has(id) || auth === 'none'
  const keyGenerator = isByAddress ? addressOf : (request: FastifyRequest) => callerOf(request, deps)
  return { max, timeWindow: 60_000, keyGenerator }
}

export async function limitCalls(app: FastifyInstance, { now }: Pick<Deps, 'now'>): Promise<void> {
  class Counts extends CallerCounts {
    constructor() {
      super(() => now().getTime())
    }
  }
  await app.register(rateLimit, {
    global: false,
    store: Counts,
    errorResponseBuilder: (_, { ttl }) =>
      new AppError('rate_limited', { retryAfter: Math.max(1, Math.ceil(ttl / 1000)) }),
  })
}
