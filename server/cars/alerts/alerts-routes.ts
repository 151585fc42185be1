import type { FastifyInstance } from 'fastify'
import { AppError } from '#contract/errors.ts'
import { alertLimits, alertRoutes, stopAlertsPath } from '#contract/forms/alerts.ts'
import type { Mount } from '../../kernel/call.ts'
import type { Deps } from '../../kernel/deps.ts'
import { mountOneClick } from '../../kernel/http/one-click.ts'
import { referenceOf } from '../../reference/reference-store.ts'
import { alertName, alertsPath, namedModel, personOf } from './alerts-rules.ts'
import { addAlert, alertsOf, dropAlert, dropAlertsOf, holdPerson, othersOf } from './alerts-store.ts'

const ok = { success: true, msg: 'Success' } as const
const refused = (model: string) => new AppError('validation_failed', { msg: model, fields: { model } })

/** Models that people wait for: "Tell me when one is for sale". */
export function mountAlerts(app: FastifyInstance, mount: Mount, deps: Deps): void {
  const { config, now } = deps

  mount(
    alertRoutes.setAlert,
    async ({ body, user, sql }, brands) => {
      const named = namedModel(body.model, brands)
      if (!named) throw refused('There is no such model.')
      const wish = { user: user.id, ...named, now: now() }
      if (!(await holdPerson(sql, user.id))) throw new AppError('unauthenticated')
      const wanted = body.want === 'yes'
      if (!wanted) await dropAlert(sql, wish)
      else if ((await othersOf(sql, wish)) < alertLimits.perPerson) await addAlert(sql, wish)
      else
        throw refused(
          `You wait for ${alertLimits.perPerson} models already. Remove one in your profile first.`,
        )
      const model = alertName(named)
      const msg = wanted
        ? `We will write you an e-mail when a ${model} is for sale.`
        : `You are not told of a ${model} any more.`
      return { ...ok, msg, data: { model, want: body.want } }
    },
    { prepare: async () => (await referenceOf(deps)).brands },
  )

  mount(alertRoutes.myAlerts, async ({ user, sql }) => {
    const data = (await alertsOf(sql, user.id)).map(({ created_at, told_at, ...one }) => ({
      model: alertName(one),
      created_at: created_at.toISOString(),
      told_at: told_at?.toISOString() ?? null,
    }))
    return { ...ok, data, as_of: now().toISOString() }
  })

  mountOneClick(app, deps, {
    path: stopAlertsPath,
    limit: alertRoutes.setAlert,
    msg: 'You are not told of any model any more.',
    leave: async (sql, secret) => {
      const person = personOf(secret, config.authSecret)
      if (person === undefined) throw new AppError('link_expired')
      await dropAlertsOf(sql, person)
    },
  })
  app.get(stopAlertsPath, (_, reply) => reply.redirect(alertsPath, 303))
}
