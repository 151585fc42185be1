import { z } from 'zod/mini'
import { limits } from '../limits.ts'
import { email, gsm, line, secret, route, write } from '../parts.ts'

/** Calls of an account, from sign-up to deletion, including the links in e-mails. */

/** Messages that phone and server share, or several calls. */
export const accountWords = {
  passwordMissing: 'Please enter a password',
  passwordShort: 'Password is too short - should be 8 chars minimum.',
  passwordWrong: 'Password is not correct.',
  confirmMissing: 'Please enter confirm password',
  confirmOther: 'Confirm password must be same as Password',
  terms: 'Please accept terms and conditions',
  fileSize: 'File size must be less than or equal to 1.5MB',
  fileType: 'Only image files are allowed',
  /** R-AUTH-16 */
  logoutFirst: 'You need to logout first to reset the password.',
} as const

/** Paths of the pages that links in e-mails open; the secret replaces `:secret`. */
export const emailLinkPaths = {
  verify: '/user/verify/:secret',
  reset: '/reset-password/:secret',
} as const

/** A new password (R-VAL-25, R-VAL-32). */
const newPassword = z
  .string({ error: accountWords.passwordMissing })
  .check(
    z.minLength(1, accountWords.passwordMissing),
    z.minLength(limits.passwordMin, accountWords.passwordShort),
    z.maxLength(limits.passwordMax, `At most ${limits.passwordMax} characters`),
  )
/** The current password, required before an irreversible action. */
const ownPassword = z
  .string({ error: accountWords.passwordMissing })
  .check(z.minLength(1, accountWords.passwordMissing), z.maxLength(limits.message))

const confirmed = {
  new_password: newPassword,
  confirm_password: z
    .string({ error: accountWords.confirmMissing })
    .check(z.minLength(1, accountWords.confirmMissing), z.maxLength(limits.passwordMax)),
}
const same = (v: { new_password: string; confirm_password: string }) => v.new_password === v.confirm_password
const confirmedTwice = { path: ['confirm_password'], error: accountWords.confirmOther }

/** R-VAL-21 to R-VAL-27; the market defines the number of digits, and province and city are names. */
export const signUpForm = z.object({
  fullname: line('Please enter full name', limits.name),
  email,
  password: newPassword,
  province: line('Please select province', 80),
  city: line('Please select city', 80),
  gsm: gsm('Contact no. is required'),
  terms: z.optional(z.literal(true, { error: accountWords.terms })),
})
export type SignUpForm = z.output<typeof signUpForm>

/** R-VAL-31 */
export const addressForm = z.object({ email })
/** R-VAL-32 to R-VAL-34 */
export const resetForm = z.object(confirmed).check(z.refine(same, confirmedTwice))
export const passwordForm = z
  .object({ password: ownPassword, ...confirmed })
  .check(z.refine(same, confirmedTwice))
export const emailForm = z.object({ email, password: ownPassword })
export const deleteAccountForm = z.object({ password: ownPassword })

export const accountRoutes = {
  /** Returns the same response whether the address is taken or not; a person with an account is notified by e-mail. */
  signUp: write('POST users/sign-up', 'R-API-26', { auth: 'optional', body: signUpForm }),
  /**
   * Opens the link in the e-mail for a new account or a new address. A second call succeeds, too; an invalid link fails with
   * `link_expired`.
   */
  verifyUser: route('GET users/verify-user/:id', 'R-API-27', { auth: 'optional', params: { id: secret } }),
  /** Returns the same response for any address. */
  resendVerification: route('POST users/resend-verification', 'own:resend-verification', {
    auth: 'optional',
    body: addressForm,
  }),
  /** Returns the same response for any address. */
  forgotPassword: route('POST users/forgot-password', 'R-API-28', { auth: 'optional', body: addressForm }),
  /** Fails with `link_expired` for a used, expired or invalid link. */
  verifyForgotPasswordString: route('GET users/verify-forgot-password-string/:token', 'R-API-29', {
    auth: 'optional',
    params: { token: secret },
  }),
  /** Ends every session of the account. The call refuses a person who is signed in (R-AUTH-16). */
  resetUserPassword: write('POST users/reset-user-password/:token', 'R-API-30', {
    auth: 'optional',
    params: { token: secret },
    body: resetForm,
  }),
  /** Ends the other sessions. A wrong `password` fails with `validation_failed` at that field, as in the two calls below. */
  changePassword: write('POST users/change-password', 'own:change-password', {
    body: passwordForm,
  }),
  /** Takes effect when the person opens the link in the e-mail to the new address. */
  changeEmail: route('POST users/change-email', 'own:change-email', { body: emailForm }),
  /** Deletes the account, its ads and all personal data permanently. A second call succeeds, too. */
  deleteAccount: route('POST users/delete-account', 'own:delete-account', { body: deleteAccountForm }),
}
