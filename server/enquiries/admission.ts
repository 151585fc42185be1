// Lets forms in that need no login. Nothing a person wrote is ever lost: too many wait on the phone, and what looks like
// spam is stored without its e-mails until an operator looks at it. No captcha.
import { AppError } from '#contract/errors.ts'
import type { FilledForm } from '#contract/forms/filled.ts'
import { formLimits } from '#contract/limits.ts'
import type { Actor, Visitor } from '../kernel/call.ts'
import type { Sql } from '../kernel/db/sql.ts'
import type { Deps } from '../kernel/deps.ts'
import { networkOf } from '../kernel/http/network.ts'
import { takeTurn, throttleKey } from '../users/sign-in/throttle.ts'
import { emailKey } from '../users/users-store.ts'

const hour = 3600
const paceOf = (n: number, seconds: number) => ({ burst: n, every: Math.ceil(seconds / n) })

export interface FormSender {
  actor: Pick<Actor, 'device'>
  visitor: Pick<Visitor, 'ip'>
  filled: FilledForm | undefined
}

/** Uses up one turn of everybody who counts; the seconds to wait, 0 when all had one left. */
async function turnOf(
  sql: Sql,
  { config, now }: Pick<Deps, 'config' | 'now'>,
  counted: readonly (readonly [most: number, ...who: string[]])[],
): Promise<number> {
  for (const [most, ...who] of counted) {
    const key = throttleKey(config.authSecret, 'form', ...who)
    const wait = await takeTurn(sql, key, paceOf(most, hour), now())
    if (wait > 0) return wait
  }
  return 0
}

/** Throws `rate_limited`, or returns whether the form is stored without its e-mails. In the transaction of the form. */
export async function admit(
  sql: Sql,
  deps: Pick<Deps, 'config' | 'now'>,
  { actor, visitor, filled }: FormSender,
): Promise<{ held: boolean }> {
  const { device } = actor
  const address = networkOf(visitor.ip)
  const retryAfter = await turnOf(sql, deps, [
    ...(device === undefined ? [] : [[formLimits.ofDevice, 'device', device] as const]),
    [formLimits.ofAddress, 'address', address],
  ])
  if (retryAfter > 0) throw new AppError('rate_limited', { retryAfter })
  if (filled === undefined) return { held: false }
  if (filled.trap !== '') return { held: true }
  if (filled.ms >= formLimits.quick) return { held: false }
  // A person who names no phone is counted by the address, as closely as one phone.
  const quick =
    device === undefined
      ? ([[formLimits.quickOfDevice, 'quick-nobody', address]] as const)
      : ([
          [formLimits.quickOfDevice, 'quick-device', device],
          [formLimits.quickOfAddress, 'quick-address', address],
        ] as const)
  return { held: (await turnOf(sql, deps, quick)) > 0 }
}

/** Whether one more e-mail may go to an address that a person has typed, so that forms flood no stranger. */
export async function mayWriteTo(
  sql: Sql,
  { config, now }: Pick<Deps, 'config' | 'now'>,
  kind: 'confirmations' | 'driveLetters',
  email: string,
): Promise<boolean> {
  const key = throttleKey(config.authSecret, 'form-letter', kind, emailKey(email))
  return (await takeTurn(sql, key, paceOf(formLimits[kind], 24 * hour), now())) === 0
}
