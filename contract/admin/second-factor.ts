import { z } from 'zod/mini'
import { secret, route } from '../parts.ts'

/** The admins' second factor: a code of an authenticator app (TOTP, RFC 6238). */

export const secondFactor = {
  /** Hours for which a session stays open after its code. */
  hours: 12,
  digits: 6,
  /** Number of recovery codes. Each code works once, without the app. */
  recoveryCodes: 10,
  /** Minutes within which the first code must arrive. */
  setUpMinutes: 30,
} as const

export const secondFactorWords = {
  missing: 'Please enter the code',
  wrong: 'This code is not right. Please enter the one your app shows now.',
  begin: 'Please begin again.',
  tooMany: 'Too many wrong codes. Please wait, or use a recovery code.',
} as const

/** The code as a person types it; spaces and dashes are ignored. */
const code = z.string({ error: secondFactorWords.missing }).check(
  z.maxLength(64),
  z.overwrite((v) => v.replace(/[\s-]/g, '').toUpperCase()),
  z.minLength(1, secondFactorWords.missing),
)
const codeForm = z.object({ code })

/** Calls for admins only. They work in a session without a code, because such a session must be able to enter one. */
export const secondFactorRoutes = {
  getSecondFactor: route('GET admin_master/second-factor', 'own:second-factor', {
    data: z.object({
      set_up: z.boolean(),
      /** Seconds for which this session stays open; 0 when the session has no valid code. */
      open_seconds: z.int(),
      recovery_codes_left: z.int(),
    }),
  }),
  /**
   * Starts the set-up and requires the password. When a factor already exists, the session must also have a valid code
   * (`second_factor_required`), so that a password alone cannot replace the factor. The old factor is valid until the first
   * code of the new one. The call carries no idempotency key, because a stored reply would contain the secret.
   */
  beginSecondFactor: route('POST admin_master/second-factor/begin', 'own:begin-second-factor', {
    body: z.object({ password: secret }),
    data: z.object({ address: z.string(), secret: z.string() }),
  }),
  /** Takes the first code and returns the recovery codes, which are never shown again. */
  confirmSecondFactor: route('POST admin_master/second-factor/confirm', 'own:confirm-second-factor', {
    body: codeForm,
    data: z.object({ recovery_codes: z.array(z.string()) }),
  }),
  /**
   * Takes a code of the app or a recovery code. A wrong code fails with `validation_failed` at `code`, too many wrong codes
   * with `rate_limited`.
   */
  enterSecondFactor: route('POST admin_master/second-factor/enter', 'own:enter-second-factor', {
    body: codeForm,
  }),
}
