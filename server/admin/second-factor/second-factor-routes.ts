import { secondFactor, secondFactorRoutes, secondFactorWords } from '#contract/admin/second-factor.ts'
import { AppError } from '#contract/errors.ts'
import type { Actor, Mount } from '../../kernel/call.ts'
import type { Deps } from '../../kernel/deps.ts'
import { siteIn } from '../../reference/reference-store.ts'
import { queueAccountEmail } from '../../users/recovery/account-emails.ts'
import { askPassword, proved } from '../../users/profile/own-password.ts'
import { clearThrottle, type Pace, takeTurn, throttleKey } from '../../users/sign-in/throttle.ts'
import { operatorOf } from '../audit.ts'
import { guessedEmail } from '../people/people-emails.ts'
import type { Factor } from './factors-store.ts'
import { beginSetup, confirm, enter, openTime, ownFactor } from './second-factor.ts'

const ok = { success: true, msg: 'Success' } as const

/**
 * Three codes of a million are right at a time. A person who knows the password and guesses at this pace for a year
 * meets one
 * in 40 such years, and the owner is notified on the first day.
 */
const codePace: Pace = { burst: 5, every: 3600 }
/** Nobody guesses one; so a person who uses up the tries of the app does not keep its owner out. */
const recoveryPace: Pace = { burst: 10, every: 60 }
/** E-mails about guesses. */
const emailPace: Pace = { burst: 1, every: 24 * 3600 }

export function mountSecondFactor(mount: Mount, deps: Deps): void {
  const { config, db, now } = deps
  const key = (user: string, what = 'second factor') => throttleKey(config.authSecret, what, user)
  const holderOf = (actor: Actor, user: string) => ({ user, session: actor.session })

  mount(secondFactorRoutes.getSecondFactor, async ({ actor, user, sql }) => {
    const factor = await ownFactor(sql, holderOf(actor, user.id))
    const set_up = factor.secret !== null
    const until = openTime(factor, now())
    const open_seconds = until ? Math.ceil((until.getTime() - now().getTime()) / 1000) : 0
    return { ...ok, data: { set_up, open_seconds, recovery_codes_left: factor.recovery_codes.length } }
  })

  mount(secondFactorRoutes.beginSecondFactor, async ({ actor, body, user, sql }) => {
    const holder = holderOf(actor, user.id)
    // Nobody else is asked for a password here.
    await ownFactor(sql, holder)
    proved(await askPassword(deps, user.id, body.password))
    return { ...ok, data: await db.tx((tx) => beginSetup(tx, deps, holder)) }
  })

  /** A person with the password tries one code after another; the owner gets an e-mail of it once a day. */
  async function notifyOwner({ email }: Factor, user: string): Promise<void> {
    await db.tx(async (sql) => {
      if ((await takeTurn(sql, key(user, 'second factor letter'), emailPace, now())) > 0) return
      await queueAccountEmail(sql, deps, email, guessedEmail(await siteIn(sql, config)))
    })
  }

  /** Counted before and outside: a wrong code must not take its own count back. */
  async function tried<T>(user: string, factor: Factor, code: string, work: () => Promise<T>): Promise<T> {
    const isRecovery = code.length > secondFactor.digits
    const [row, pace] = isRecovery ? [key(user, 'recovery code'), recoveryPace] : [key(user), codePace]
    const retryAfter = await takeTurn(db, row, pace, now())
    if (retryAfter > 0) {
      await notifyOwner(factor, user)
      throw new AppError('rate_limited', { msg: secondFactorWords.tooMany, retryAfter })
    }
    const done = await work()
    await clearThrottle(db, row)
    return done
  }

  mount(secondFactorRoutes.confirmSecondFactor, async ({ actor, body, user, sql }) => {
    const holder = { ...holderOf(actor, user.id), code: body.code }
    const factor = await ownFactor(sql, holder)
    const confirmed = () => db.tx((tx) => confirm(tx, deps, operatorOf(user), holder))
    return { ...ok, data: { recovery_codes: await tried(user.id, factor, body.code, confirmed) } }
  })

  mount(secondFactorRoutes.enterSecondFactor, async ({ actor, body, user, sql }) => {
    const holder = { ...holderOf(actor, user.id), code: body.code }
    const factor = await ownFactor(sql, holder)
    await tried(user.id, factor, body.code, () => db.tx((tx) => enter(tx, deps, operatorOf(user), holder)))
    return ok
  })
}
