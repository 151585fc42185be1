import { z } from 'zod/mini'
import { route } from '../parts.ts'

/** Maximum number of bugs that one page reports, in total and per request. */
export const mostClientErrors = 10

const word = z.string().check(z.regex(/^[\w.:-]{1,80}$/))

/** A bug as the app reports it: names and positions in our own code, never texts that may contain personal data. */
export const clientError = z.object({
  name: word,
  code: z.optional(word),
  /** Script, line and column of the build. */
  at: z.optional(word),
  /** Name of the running operation. */
  during: z.optional(word),
  /** Pattern of the screen's address, without ids. */
  route: z.string().check(z.regex(/^[\w/:*.-]{1,80}$/)),
  where: z.enum(['page', 'worker']),
})
export type ClientError = z.output<typeof clientError>

export const clientErrorRoutes = {
  /** Writes the bugs to the operator's log and counts them; the server stores nothing, and no client waits for the response. */
  reportClientErrors: route('POST client-errors', 'own:report-client-errors', {
    auth: 'none',
    body: z.object({
      version: word,
      errors: z.array(clientError).check(z.minLength(1), z.maxLength(mostClientErrors)),
    }),
  }),
}
