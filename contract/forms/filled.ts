import { z } from 'zod/mini'
import { propertiesOf } from '../values/unknown.ts'

/** How a form was filled: what tells a person from a program, without a captcha. */
export interface FilledForm {
  /** Milliseconds between the form on screen and its sending, by the phone's clock. */
  ms: number
  /** The field that no person sees; empty when a person filled the form. */
  trap: string
}

/** A client without the app leaves it out, and an odd value counts as filled at once: nothing here refuses a form. */
export const filled = z.optional(
  z.pipe(
    z.unknown(),
    z.transform((value): FilledForm => {
      const { ms, trap } = propertiesOf(value)
      return { ms: typeof ms === 'number' ? ms : 0, trap: typeof trap === 'string' ? trap.slice(0, 200) : '' }
    }),
  ),
)

/** What the outbox calls the thing; nothing is done with it. */
export const ownTitle = z.optional(
  z.pipe(
    z.unknown(),
    z.transform(() => ''),
  ),
)
