import { secondFactor, secondFactorRoutes, secondFactorWords } from '#contract/admin/second-factor.ts'
import { AppError } from '#contract/errors.ts'
import { openUntil } from '../kernel/auth.ts'
import type { Sql } from '../kernel/db/sql.ts'
import type { Deps } from '../kernel/deps.ts'
import { seal, unseal } from '../kernel/secrets.ts'
import { siteIn } from '../reference/reference-store.ts'
import { type AdminAction, operatorOf, operation } from './audit.ts'
import * as store from './factors-store.ts'
import { hash } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { type Actor, fieldError, type Mount, ok, type ServerCall } from '../kernel/call.ts'
import { queueAccountEmail } from '../users/recovery/account-emails.ts'
import { askPassword, proved } from '../users/profile/own-password.ts'
import { clearThrottle, type Pace, takeTurn, throttleKey } from '../users/sign-in/throttle.ts'
import { guessedEmail } from './people.ts'

/** Second factor: codes of an authenticator app, and recovery codes on paper. */

/** Parameters that all authenticator apps support (RFC 6238); some apps ignore other parameters in the address. */
const usual = { algorithm: 'SHA1', digits: secondFactor.digits, period: 30 } as const
const totp = (secret: string, o: { issuer?: string; label?: string } = {}) =>
  new TOTP({ ...usual, ...o, secret: Secret.fromBase32(secret) })

/** Returns the 30-second step of a code; accepts the current step and one before or after. Undefined for a wrong code. */
function stepOf(secret: string, code: string, now: Date): number | undefined {
  const timestamp = now.getTime()
  const delta = totp(secret).validate({ token: code, timestamp, window: 1 })
  return delta === null ? undefined : Math.floor(timestamp / 1000 / usual.period) + delta
}

/** Creates recovery codes of 80 random bits; they cannot be guessed, so a fast hash is enough. */
const newRecoveryCodes = (): string[] =>
  Array.from({ length: secondFactor.recoveryCodes }, () =>
    new Secret({ size: 10 }).base32.replace(/(.{4})(?!$)/g, '$1-'),
  )

/** Returns the stored hash of a recovery code; ignores dashes. */
const hashOfRecoveryCode = (code: string): string =>
  hash('sha256', `recovery ${code.replaceAll('-', '')}`, 'base64url')

/** Owner of a factor, and the session that gives a code. */
interface Holder {
  user: string
  session: string | undefined
}

/** Returns the factor of an admin; throws for other people. */
async function ownFactor(sql: Sql, holder: Holder): Promise<store.Factor> {
  const factor = await store.factorOf(sql, holder)
  if (!factor) throw new AppError('unauthenticated')
  if (factor.role !== 'admin') throw new AppError('forbidden')
  return factor
}

/** Returns the time until which the admin area is open for the session; undefined when it is closed. */
function openTime({ second_factor_at: at }: store.Factor, now: Date): Date | undefined {
  const until = at === null ? undefined : openUntil(at)
  return until && until > now ? until : undefined
}

const sealing = ({ config }: Pick<Deps, 'config'>, owner: string) => ({
  secret: config.authSecret,
  purpose: 'second factor',
  owner,
})

const wrong = (msg: string) => fieldError('code', msg)

/** Stores a new secret, which becomes active with its first code. */
async function beginSetup(sql: Sql, deps: Deps, holder: Holder) {
  const factor = await ownFactor(sql, holder)
  const now = deps.now()
  // A person who knows only the password must not replace the owner's factor.
  if (factor.secret !== null && !openTime(factor, now)) throw new AppError('second_factor_required')
  const secret = new Secret({ size: 20 }).base32
  const { name: issuer } = await siteIn(sql, deps.config)
  await store.beginFactor(sql, { user: holder.user, pending: seal(sealing(deps, holder.user), secret), now })
  // An authenticator app scans `address` as a QR code.
  return { secret, address: totp(secret, { issuer, label: factor.email }).toString() }
}

/** Activates the pending secret with its first code; returns the recovery codes. */
const confirm: AdminAction<Holder & { code: string }, string[]> = async (
  { sql, deps, audit },
  { code, ...holder },
) => {
  const factor = await ownFactor(sql, holder)
  const { pending, pending_at, secret: before } = factor
  const now = deps.now()
  // A set-up that another session began before a factor existed must not replace the current factor.
  if (before !== null && !openTime(factor, now)) throw new AppError('second_factor_required')
  const late = pending_at && now.getTime() - pending_at.getTime() > secondFactor.setUpMinutes * 60_000
  const secret = pending === null || late ? undefined : unseal(sealing(deps, holder.user), pending)
  if (secret === undefined || pending === null) throw wrong(secondFactorWords.begin)
  const step = stepOf(secret, code, now)
  if (step === undefined) throw wrong(secondFactorWords.wrong)
  const codes = newRecoveryCodes()
  const recoveryCodes = codes.map((one) => hashOfRecoveryCode(one))
  const { user, session } = holder
  if (!(await store.confirmFactor(sql, { user, pending, step, recoveryCodes, now })))
    throw wrong(secondFactorWords.begin)
  await store.closeSessions(sql, user, session)
  await open(sql, holder, now)
  const action = before === null ? 'set-up-second-factor' : 'change-second-factor'
  await audit(action, 'person', user)
  return codes
}

async function open(sql: Sql, holder: Holder, now: Date): Promise<void> {
  // A token without a session cannot open the admin area.
  if (!(await store.openSession(sql, { ...holder, now }))) throw new AppError('unauthenticated')
}

/** Opens the session with a code of the app or a recovery code. */
const enter: AdminAction<Holder & { code: string }> = async ({ sql, deps, audit }, { code, ...holder }) => {
  const { secret: sealed } = await ownFactor(sql, holder)
  if (sealed === null) throw new AppError('second_factor_required')
  const { user } = holder
  const now = deps.now()
  if (code.length > secondFactor.digits) {
    if (!(await store.takeRecoveryCode(sql, user, hashOfRecoveryCode(code))))
      throw wrong(secondFactorWords.wrong)
    await audit('use-recovery-code', 'person', user)
  } else {
    // Undefined when `AUTH_SECRET` has changed; recovery codes work then too.
    const secret = unseal(sealing(deps, user), sealed)
    const step = secret === undefined ? undefined : stepOf(secret, code, now)
    if (step === undefined || !(await store.takeStep(sql, user, step))) throw wrong(secondFactorWords.wrong)
  }
  await open(sql, holder, now)
}

/**
 * Three codes of a million are valid at a time. At this pace an attacker who knows the password needs about 40 years to guess
 * one, and the owner is notified on the first day.
 */
const codePace: Pace = { burst: 5, every: 3600 }
/**
 * Recovery codes cannot be guessed. They have their own throttle, so that an attacker who uses up the tries of the app does
 * not lock out the owner.
 */
const recoveryPace: Pace = { burst: 10, every: 60 }
/** Throttle of e-mails about guesses. */
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
    // Only an admin is asked for the password here.
    await ownFactor(sql, holder)
    proved(await askPassword(deps, user.id, body.password))
    return { ...ok, data: await db.tx((tx) => beginSetup(tx, deps, holder)) }
  })

  /**
   * Runs an action with a code. The try is counted outside the action's transaction, so that the rollback after a wrong code
   * does not undo the count.
   */
  async function tried<T>(
    action: AdminAction<Holder & { code: string }, T>,
    { actor, body: { code }, user, sql }: ServerCall<typeof secondFactorRoutes.enterSecondFactor>,
  ): Promise<T> {
    const holder = holderOf(actor, user.id)
    const { email } = await ownFactor(sql, holder)
    const isRecovery = code.length > secondFactor.digits
    const [row, pace] = isRecovery ? [key(user.id, 'recovery code'), recoveryPace] : [key(user.id), codePace]
    const retryAfter = await takeTurn(db, row, pace, now())
    if (retryAfter > 0) {
      // An attacker who knows the password is guessing codes; the owner gets an e-mail about it once a day.
      await db.tx(async (tx) => {
        if ((await takeTurn(tx, key(user.id, 'second factor letter'), emailPace, now())) > 0) return
        await queueAccountEmail(tx, deps, email, guessedEmail)
      })
      throw new AppError('rate_limited', { msg: secondFactorWords.tooMany, retryAfter })
    }
    const done = await db.tx((tx) => action(operation(tx, deps, operatorOf(user)), { ...holder, code }))
    await clearThrottle(db, row)
    return done
  }

  mount(secondFactorRoutes.confirmSecondFactor, async (call) => {
    return { ...ok, data: { recovery_codes: await tried(confirm, call) } }
  })

  mount(secondFactorRoutes.enterSecondFactor, async (call) => {
    await tried(enter, call)
    return ok
  })
}
