import { z } from 'zod/mini'
import { propertiesOf } from '../values/unknown.ts'

/** How a form was filled: signs that distinguish a person from a program, without a captcha. */
export interface FilledForm {
  /** Milliseconds from the display of the form to its submission, by the phone's clock. */
  ms: number
  /** Value of the field that no person sees; empty when a person filled the form. */
  trap: string
}

/** Optional for clients other than the app. An invalid value counts as filled in 0 ms; this schema refuses no form. */
export const filled = z.optional(
  z.pipe(
    z.unknown(),
    z.transform((value): FilledForm => {
      const { ms, trap } = propertiesOf(value)
      return { ms: typeof ms === 'number' ? ms : 0, trap: typeof trap === 'string' ? trap.slice(0, 200) : '' }
    }),
  ),
)

/** Title of the item in the outbox; the server ignores it. */
export const ownTitle = z.optional(
  z.pipe(
    z.unknown(),
    z.transform(() => ''),
  ),
)
