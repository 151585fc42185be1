import { z } from 'zod/mini'
import { secret, route } from '../parts.ts'

/** The second factor of the operator: a code of an authenticator app (TOTP, RFC 6238). */

export const secondFactor = {
  /** Hours that a session counts after its code. */
  hours: 12,
  digits: 6,
  /** Each opens once, without the app. */
  recoveryCodes: 10,
  /** Minutes to give the first code. */
  setUpMinutes: 30,
} as const

export const secondFactorWords = {
  missing: 'Please enter the code',
  wrong: 'This code is not right. Please enter the one your app shows now.',
  begin: 'Please begin again.',
  tooMany: 'Too many wrong codes. Please wait, or use a recovery code.',
} as const

/** As people type it: spaces and dashes say nothing. */
const code = z.string({ error: secondFactorWords.missing }).check(
  z.maxLength(64),
  z.overwrite((v) => v.replace(/[\s-]/g, '').toUpperCase()),
  z.minLength(1, secondFactorWords.missing),
)
const codeForm = z.object({ code })

/** Each of them is for the role alone; a session without a code may make them, or nobody could give one. */
export const secondFactorRoutes = {
  getSecondFactor: route('GET admin_master/second-factor', 'own:second-factor', {
    data: z.object({
      set_up: z.boolean(),
      /** Seconds that this session still counts; 0 when it does not. */
      open_seconds: z.int(),
      recovery_codes_left: z.int(),
    }),
  }),
  /**
   * Asks for the password; where a factor is set up, also for a session that counts (`second_factor_required`), so that
   * a password alone replaces none. The old one counts until the first code of the new one. Not kept as a write: its
   * answer is a secret.
   */
  beginSecondFactor: route('POST admin_master/second-factor/begin', 'own:begin-second-factor', {
    body: z.object({ password: secret }),
    data: z.object({ address: z.string(), secret: z.string() }),
  }),
  /** The first code; the answer has the recovery codes, which are never shown again. */
  confirmSecondFactor: route('POST admin_master/second-factor/confirm', 'own:confirm-second-factor', {
    body: codeForm,
    data: z.object({ recovery_codes: z.array(z.string()) }),
  }),
  /** A code of the app or a recovery code; a wrong one is `validation_failed` at `code`, too many are `rate_limited`. */
  enterSecondFactor: route('POST admin_master/second-factor/enter', 'own:enter-second-factor', {
    body: codeForm,
  }),
}
