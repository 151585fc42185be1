// Admits forms that need no login. No form is lost: beyond the rate limit it waits on the phone, and suspected spam is stored
// without its e-mails until an operator checks it. No captcha.
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

/** Counts one use for each key; returns the seconds to wait, 0 when no limit is reached. */
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

/** Throws `rate_limited`, or returns whether the form is stored without its e-mails. Called in the transaction of the form. */
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
  // Without a device id the address counts, with the limit of one device.
  const quick =
    device === undefined
      ? ([[formLimits.quickOfDevice, 'quick-nobody', address]] as const)
      : ([
          [formLimits.quickOfDevice, 'quick-device', device],
          [formLimits.quickOfAddress, 'quick-address', address],
        ] as const)
  return { held: (await turnOf(sql, deps, quick)) > 0 }
}

/** Tells whether one more e-mail may go to a typed address, so that forms cannot flood another person's mailbox. */
export async function mayWriteTo(
  sql: Sql,
  { config, now }: Pick<Deps, 'config' | 'now'>,
  kind: 'confirmations' | 'driveEmails',
  email: string,
): Promise<boolean> {
  const key = throttleKey(config.authSecret, 'form-letter', kind, emailKey(email))
  return (await takeTurn(sql, key, paceOf(formLimits[kind], 24 * hour), now())) === 0
}
