import { secondFactorRoutes } from '#contract/admin/second-factor.ts'
import { AppError } from '#contract/errors.ts'
import type { Actor, Mount } from '../../kernel/call.ts'
import type { Deps } from '../../kernel/deps.ts'
import { askPassword, proved } from '../../users/profile/own-password.ts'
import { clearThrottle, type Pace, takeTurn, throttleKey } from '../../users/sign-in/throttle.ts'
import { operatorOf } from '../audit.ts'
import { begin, confirm, enter, openTime, ownFactor } from './second-factor.ts'

const ok = { success: true, msg: 'Success' } as const

/** Three codes of a million are right at a time: at this pace nobody meets one within a year. */
const codePace: Pace = { burst: 5, every: 300 }

export function mountSecondFactor(mount: Mount, deps: Deps): void {
  const { config, db, now } = deps
  const key = (user: string) => throttleKey(config.authSecret, 'second factor', user)
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
    return { ...ok, data: await db.tx((tx) => begin(tx, deps, holder)) }
  })

  /** Counted before and outside: a wrong code must not take its own count back. */
  async function tried<T>(user: string, work: () => Promise<T>): Promise<T> {
    const retryAfter = await takeTurn(db, key(user), codePace, now())
    if (retryAfter > 0)
      throw new AppError('rate_limited', {
        msg: 'Too many codes. Please wait a few minutes.',
        retryAfter,
      })
    const done = await work()
    await clearThrottle(db, key(user))
    return done
  }

  mount(secondFactorRoutes.confirmSecondFactor, async ({ actor, body, user, sql }) => {
    const holder = { ...holderOf(actor, user.id), code: body.code }
    await ownFactor(sql, holder)
    const confirmed = () => db.tx((tx) => confirm(tx, deps, operatorOf(user), holder))
    return { ...ok, data: { recovery_codes: await tried(user.id, confirmed) } }
  })

  mount(secondFactorRoutes.enterSecondFactor, async ({ actor, body, user, sql }) => {
    const holder = { ...holderOf(actor, user.id), code: body.code }
    await ownFactor(sql, holder)
    await tried(user.id, () => db.tx((tx) => enter(tx, deps, operatorOf(user), holder)))
    return ok
  })
}
