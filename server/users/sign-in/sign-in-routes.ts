import { AppError } from '#contract/errors.ts'
import { userRoutes } from '#contract/users/users.ts'
import { type Mount, ok } from '../../kernel/call.ts'
import type { Deps } from '../../kernel/deps.ts'
import { passwordMatches } from '../../kernel/secrets.ts'
import { deviceWords, rememberDevice } from './known-devices.ts'
import {
  clearSessionCookie,
  sessionIn,
  setSessionCookie,
  tokenFor,
  beginSession,
  endFamily,
  plainLife,
} from '../sessions/sessions-store.ts'
import { accountOf, refuseSuspended, addAccount } from '../users-store.ts'
import { throttleLogin } from './throttle.ts'
import { accountRoutes } from '#contract/users/account.ts'
import { regionOf } from '#contract/values/region.ts'
import { askEmail } from '../recovery/links-store.ts'
import { checkDigits, checkPlace } from '../places.ts'
import { hashIn } from '../profile/own-password.ts'

export function mountSignIn(mount: Mount, deps: Deps): void {
  const { config, db, now, newId } = deps
  mount(
    accountRoutes.signUp,
    async ({ body, actor, sql }, password_hash: string) => {
      const { fullname, email, province, city, gsm } = body
      checkDigits('gsm', gsm, config.market)
      await checkPlace(sql, body)
      const [id, created_at] = [newId(), now()]
      const country_code = regionOf[config.market].prefix.register
      const account = { id, fullname, email, province, city, gsm, country_code, password_hash, created_at }
      const added = await addAccount(sql, account)
      if (added) {
        const used = { secret: config.authSecret, user: id, device: actor.device, now: created_at }
        await rememberDevice(sql, used)
      }
      await askEmail(sql, deps, { kind: added ? 'verify' : 'taken', email })
      return {
        ...ok,
        msg: 'Thank you for signing up. We have sent you an e-mail: please open the link in it to confirm your e-mail address.',
      }
    },
    { prepare: (sent) => hashIn(sent, 'password') },
  )

  mount(userRoutes.userLogin, async ({ body, actor, visitor, sql }) => {
    const { device } = actor
    const pardon = await throttleLogin(deps, { email: body.email, ip: visitor.ip, device })
    const account = await accountOf(sql, body.email, now())
    // The hash is compared even without an account: an unknown address gets the same response, after the same time, as a wrong
    // password.
    const matches = await passwordMatches(account?.password_hash, body.password)
    if (!account || !matches) throw new AppError('wrong_credentials')
    await pardon()
    if (config.requireVerifiedEmail && !account.email_verified) throw new AppError('email_unverified')

    const remember = body.remember ?? false
    const life = plainLife(device)
    const begun = { id: newId(), user: account.id, remember, now: now(), life }
    const before = sessionIn(visitor, config)
    const token = await db.tx(async (tx) => {
      await refuseSuspended(tx, account.id)
      // A sign-in always begins a new session; the session of the cookie sent along ends.
      if (before) await endFamily(tx, before.session)
      await rememberDevice(tx, { secret: config.authSecret, user: account.id, device, now: now() })
      return beginSession(tx, { ...begun, device: deviceWords(visitor.header('user-agent')) })
    })
    if (life === undefined) setSessionCookie(visitor, config, { token, remember })
    else if (before) clearSessionCookie(visitor)
    const signedIn = await tokenFor(account, deps, token.session, life)
    return { ...ok, msg: 'You are signed in', ...signedIn }
  })
}
