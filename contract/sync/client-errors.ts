import { z } from 'zod/mini'
import { route } from '../parts.ts'

/** Bugs that one page reports in its life, and at once. */
export const mostClientErrors = 10

const word = z.string().check(z.regex(/^[\w.:-]{1,80}$/))

/** A bug as the app reports it: names and places of our own code, never words that may hold what a person wrote. */
export const clientError = z.object({
  name: word,
  code: z.optional(word),
  /** Script, line and column of the build. */
  at: z.optional(word),
  /** What was being done. */
  during: z.optional(word),
  /** Pattern of the screen's address, without ids. */
  route: z.string().check(z.regex(/^[\w/:*.-]{1,80}$/)),
  where: z.enum(['page', 'worker']),
})
export type ClientError = z.output<typeof clientError>

export const clientErrorRoutes = {
  /** Written to the operator's log and counted; nothing is stored, and nobody waits for the answer. */
  reportClientErrors: route('POST client-errors', 'own:report-client-errors', {
    auth: 'none',
    body: z.object({
      version: word,
      errors: z.array(clientError).check(z.minLength(1), z.maxLength(mostClientErrors)),
    }),
  }),
}
