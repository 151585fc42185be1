import { later } from '../../kernel/semaphore.ts'
import { z } from 'zod/mini'
import type { Sql } from '../../kernel/db/sql.ts'
import { AppError } from '#contract/errors.ts'
import type { Deps } from '../../kernel/deps.ts'
import { networkOf } from '../../kernel/http/network.ts'
import { keyedHash } from '../../kernel/secrets.ts'
import { emailKey } from '../users-store.ts'
import { isKnownDevice } from './known-devices.ts'
import { findRow } from '../../kernel/db/lists.ts'

// Allows a burst of tries and then a steady pace, shared by all processes. Each key has one row: `full_at` is the time from
// which a full burst is available again.

export interface Pace {
  /** Number of tries allowed at once. */
  burst: number
  /** Seconds after which one more try is allowed. */
  every: number
}

/** Returns the key of a throttle: a keyed hash, so that the table reveals no addresses. */
export const throttleKey = (secret: string, ...parts: string[]): string =>
  keyedHash(secret, `throttle ${JSON.stringify(parts)}`)

const until = z.object({ full_at: z.date() })

/** Uses one try and returns 0; or uses none and returns the seconds to wait. */
export async function takeTurn(sql: Sql, key: string, { burst, every }: Pace, now: Date): Promise<number> {
  const fullest = later(now, (burst - 1) * every * 1000)
  // Tries cannot move `full_at` this far, so the clock was set back; the row starts again at `now`.
  const impossible = later(now, (burst + 1) * every * 1000)
  const taken = await sql.first(until)`insert into throttles as t (key, full_at)
    values (${key}, ${later(now, every * 1000)})
    on conflict (key) do update
      set full_at = make_interval(secs => ${every}) + case
        when t.full_at > ${impossible} then ${now}::timestamptz else greatest(t.full_at, ${now}::timestamptz) end
      where t.full_at <= ${fullest} or t.full_at > ${impossible}
    returning full_at`
  if (taken) return 0
  const full = await findRow(sql, 'throttles', until, { key })
  return Math.max(1, Math.ceil(((full?.full_at.getTime() ?? 0) - fullest.getTime()) / 1000))
}

async function giveBack(sql: Sql, key: string, { every }: Pace): Promise<void> {
  await sql.exec`update throttles set full_at = full_at - make_interval(secs => ${every}) where key = ${key}`
}

export async function clearThrottle(sql: Sql, key: string): Promise<void> {
  await sql.exec`delete from throttles where key = ${key}`
}

// Limits guesses of passwords without blocking the owner: a known device has its own number of tries. An address without an
// account is counted like any other, so the throttle does not reveal accounts.

const paces = {
  /** One network address and one account. */
  pair: { burst: 5, every: 180 },
  /** One network address and all accounts; many people may share the address. */
  address: { burst: 60, every: 20 },
  /** One account, on all unknown devices. */
  account: { burst: 30, every: 60 },
  /** One account on a known device. */
  known: { burst: 10, every: 30 },
  /** The current password of a signed-in person. */
  again: { burst: 5, every: 60 },
} as const satisfies Record<string, Pace>

interface Counted {
  name: keyof typeof paces
  key: string
}

/** Counts the attempt, or throws `rate_limited`. Returns a function that takes the count back after a correct password. */
export async function throttleLogin(
  deps: Deps,
  { email, ip, device }: { email: string; ip: string; device: string | undefined },
): Promise<() => Promise<void>> {
  const { db, config, now } = deps
  const secret = config.authSecret
  const account = emailKey(email)
  const key = (...parts: string[]) => throttleKey(secret, ...parts)
  const known = await isKnownDevice(db, { secret, emailKey: account, device })
  const elsewhere: Counted[] = [
    { name: 'pair', key: key('pair', networkOf(ip), account) },
    { name: 'address', key: key('address', networkOf(ip)) },
    { name: 'account', key: accountKey(secret, account) },
  ]
  const counted: Counted[] = known ? [{ name: 'known', key: key('known', device ?? '', account) }] : elsewhere
  await db.tx(async (sql) => {
    for (const { name, key: row } of counted) {
      const retryAfter = await takeTurn(sql, row, paces[name], now())
      if (retryAfter > 0) throw new AppError('rate_limited', { msg: tooMany, retryAfter })
    }
  })
  return () =>
    db.tx(async (sql) => {
      for (const { name, key: row } of counted) {
        if (name === 'address' || name === 'account') await giveBack(sql, row, paces[name])
        else await clearThrottle(sql, row)
      }
    })
}

const tooMany = 'Too many attempts. Please wait a moment.'

const accountKey = (secret: string, account: string): string => throttleKey(secret, 'account', account)

/** Clears the count of an account after its owner has verified the address. */
export const resetLoginThrottle = (sql: Sql, secret: string, email: string) =>
  clearThrottle(sql, accountKey(secret, emailKey(email)))

/** Counts a try at the current password; returns the seconds to wait, 0 when it may be tried. */
export const countPasswordTry = (deps: Deps, user: string): Promise<number> =>
  takeTurn(deps.db, throttleKey(deps.config.authSecret, 'again', user), paces.again, deps.now())
