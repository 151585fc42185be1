import { z } from 'zod/mini'
import { accountWords, signUpForm } from '#contract/users/account.ts'
import { digitsWords, hasDigits, type RegionSettings, withoutPrefix } from '#contract/values/region.ts'

/** The contract's own rules, and the two it leaves open: the digits of this market, and a yes that must be said. */
export const signUpSchema = (region: RegionSettings) =>
  z.extend(signUpForm, {
    gsm: z.pipe(
      z.string().check(z.overwrite((v) => withoutPrefix(v, region.prefix.register))),
      signUpForm.shape.gsm.check(z.refine((v) => hasDigits(v, region), digitsWords(region))),
    ),
    terms: z.boolean().check(z.refine((v) => v, accountWords.terms)),
  })

export type SignUpValues = z.output<ReturnType<typeof signUpSchema>>

/** What is kept of a registration that was left: never the password, nor a yes that was not sent. */
export type SavedRegistration = Omit<SignUpValues, 'password' | 'terms'>

/** The name it is kept under. */
export const registerDraft = 'register'
