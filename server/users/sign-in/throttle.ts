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

// Lets something be tried a few times at once and then at a steady pace, for all processes together. One row a key: the
// moment until which what was tried is paid for.

export interface Pace {
  /** Tries at once. */
  burst: number
  /** Seconds after which one more is granted. */
  every: number
}

/** Who and what a throttle is about, unreadable in the table. */
export const throttleKey = (secret: string, ...parts: string[]): string =>
  keyedHash(secret, `throttle ${JSON.stringify(parts)}`)

const until = z.object({ full_at: z.date() })

/** Uses up one try; else the seconds to wait, and nothing is used up. */
export async function takeTurn(sql: Sql, key: string, { burst, every }: Pace, now: Date): Promise<number> {
  const fullest = later(now, (burst - 1) * every * 1000)
  // Farther than tries can lead: the clock was set back.
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

/** Gives a try back. */
async function giveBack(sql: Sql, key: string, { every }: Pace): Promise<void> {
  await sql.exec`update throttles set full_at = full_at - make_interval(secs => ${every}) where key = ${key}`
}

export async function clearThrottle(sql: Sql, key: string): Promise<void> {
  await sql.exec`delete from throttles where key = ${key}`
}

// Limits guesses of passwords and leaves the owner alone: a known device has a number of tries of its own.
// An address without an account is counted like any other, so the throttle tells nothing.

const paces = {
  /** One address of the network and one account. */
  pair: { burst: 5, every: 180 },
  /** One address and any accounts; many people may share it. */
  address: { burst: 60, every: 20 },
  /** One account, from wherever unknown devices are. */
  account: { burst: 30, every: 60 },
  /** The owner's own device. */
  known: { burst: 10, every: 30 },
  /** The password asked for again by a person who is signed in. */
  again: { burst: 5, every: 60 },
} as const satisfies Record<string, Pace>

interface Counted {
  name: keyof typeof paces
  key: string
}

/** Throws `rate_limited`, or counts the attempt; what it returns takes that back when the password was right. */
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

/** Clears the count of an account whose owner proved to own the address. */
export const resetLoginThrottle = (sql: Sql, secret: string, email: string) =>
  clearThrottle(sql, accountKey(secret, emailKey(email)))

/** Counts a person's own tries at their password; the seconds to wait, 0 when it may be tried. */
export const countPasswordTry = (deps: Deps, user: string): Promise<number> =>
  takeTurn(deps.db, throttleKey(deps.config.authSecret, 'again', user), paces.again, deps.now())
