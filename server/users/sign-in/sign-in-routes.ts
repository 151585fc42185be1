import { AppError } from '#contract/errors.ts'
import { userRoutes } from '#contract/users/users.ts'
import type { Mount } from '../../kernel/call.ts'
import type { Deps } from '../../kernel/deps.ts'
import { passwordMatches } from '../../kernel/secrets/passwords.ts'
import { deviceWords } from '../sessions/device-words.ts'
import { clearSessionCookie, setSessionCookie, sessionIn } from '../sessions/session-cookie.ts'
import { beginSession, endFamily, plainLife } from '../sessions/sessions-store.ts'
import { accountOf, refuseSuspended } from '../users-store.ts'
import { throttleLogin } from './login-throttle.ts'
import { rememberDevice } from './known-devices.ts'
import { tokenFor } from './token.ts'

const success = true as const

export function mountSignIn(mount: Mount, deps: Deps): void {
  const { config, db, now } = deps
  mount(userRoutes.userLogin, async ({ body, actor, visitor, sql }) => {
    const { device } = actor
    const pardon = await throttleLogin(deps, { email: body.email, ip: visitor.ip, device })
    const account = await accountOf(sql, body.email, now())
    // Asked in any case: an unknown address answers as late and in the same words as a wrong password.
    const matches = await passwordMatches(account?.password_hash, body.password)
    if (!account || !matches) throw new AppError('wrong_credentials')
    await pardon()
    if (config.requireVerifiedEmail && !account.email_verified) throw new AppError('email_unverified')

    const remember = body.remember ?? false
    const life = plainLife(device)
    const lasting = life === undefined ? {} : { life }
    const begun = { id: deps.newId(), user: account.id, remember, now: now(), ...lasting }
    const before = sessionIn(visitor, config)
    const token = await db.tx(async (tx) => {
      await refuseSuspended(tx, account.id)
      // A session is never taken over from whatever the browser brought along; that one is over.
      if (before) await endFamily(tx, before.session)
      await rememberDevice(tx, { secret: config.authSecret, user: account.id, device, now: now() })
      return beginSession(tx, { ...begun, device: deviceWords(visitor.header('user-agent')) })
    })
    if (life === undefined) setSessionCookie(visitor, config, { token, remember })
    else if (before) clearSessionCookie(visitor)
    const signedIn = await tokenFor(account, deps, token.session, life)
    return { success, msg: 'You are signed in', ...signedIn }
  })
}
