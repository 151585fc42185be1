// Limits guesses of passwords and leaves the owner alone: a known device has a number of tries of its own.
// An address without an account is counted like any other, so the throttle tells nothing.
import { AppError } from '#contract/errors.ts'
import type { Deps } from '../../kernel/deps.ts'
import { networkOf } from '../../kernel/http/network.ts'
import { emailKey } from '../users-store.ts'
import { isKnownDevice } from './known-devices.ts'
import { clearThrottle, giveBack, type Pace, takeTurn, throttleKey } from './throttle.ts'

export const paces = {
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

export interface Attempt {
  email: string
  ip: string
  device: string | undefined
}
interface Counted {
  name: keyof typeof paces
  key: string
}

/** Throws `rate_limited`, or counts the attempt; what it returns takes that back when the password was right. */
export async function throttleLogin(
  deps: Deps,
  { email, ip, device }: Attempt,
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
export const resetLoginThrottle = (sql: Parameters<typeof clearThrottle>[0], secret: string, email: string) =>
  clearThrottle(sql, accountKey(secret, emailKey(email)))

/** Counts a person's own tries at their password; the seconds to wait, 0 when it may be tried. */
export const countPasswordTry = (deps: Deps, user: string): Promise<number> =>
  takeTurn(deps.db, throttleKey(deps.config.authSecret, 'again', user), paces.again, deps.now())
