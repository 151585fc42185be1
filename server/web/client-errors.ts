// Bugs that apps met on phones: a line in the log and a number in /metrics, and nothing in the database.
import type { FastifyInstance } from 'fastify'
import { AppError } from '#contract/errors.ts'
import { clientErrorRoutes } from '#contract/sync/client-errors.ts'
import { type Mount, ok } from '../kernel/call.ts'
import type { Deps } from '../kernel/deps.ts'
import { counter } from '../kernel/http/metrics.ts'

/** Reports a minute that all phones together get written down: a broken release must not flood the log. */
export const reportsPerMinute = 300
/** Pairs of name and code that are counted apart; every later one is `other`. */
export const mostPairs = 100

export function mountClientErrors(
  app: FastifyInstance,
  mount: Mount,
  deps: Pick<Deps, 'now'>,
  o: { limits: boolean },
): void {
  const count = counter(app, 'client_errors_total', 'Bugs reported by apps, by name and code.', [
    'name',
    'code',
  ])
  const pairs = new Set<string>()
  let minute = 0
  let reports = 0

  function tally(name: string, code: string) {
    const pair = `${name} ${code}`
    if (pairs.size < mostPairs) pairs.add(pair)
    count(pairs.has(pair) ? { name, code } : { name: 'other', code: 'other' })
  }
  mount(clientErrorRoutes.reportClientErrors, async ({ body }) => {
    const now = Math.floor(deps.now().getTime() / 60_000)
    if (now !== minute) [minute, reports] = [now, 0]
    if (o.limits && ++reports > reportsPerMinute) throw new AppError('rate_limited', { retryAfter: 60 })
    for (const error of body.errors) {
      const { name, code = 'none' } = error
      tally(name, code)
      app.log.warn({ clientError: { ...error, version: body.version } }, 'an app met a bug')
    }
    return ok
  })
}
