import type { FastifyInstance } from 'fastify'
import { AppError } from '#contract/errors.ts'
import { alertLimits, alertRoutes, stopAlertsPath } from '#contract/forms/alerts.ts'
import { type Mount, ok } from '../../kernel/call.ts'
import type { Deps } from '../../kernel/deps.ts'
import { mountOneClick, unsubscribeHeaders } from '../../kernel/http/one-click.ts'
import { cachedReference, siteIn } from '../../reference/reference-store.ts'
import {
  alertName,
  alertOwnerOf,
  alertsPath,
  foundEmail,
  isCalled,
  listedAs,
  listedModels,
  namedModel,
  stopLink,
  stopSecret,
} from './alerts-rules.ts'
import {
  addAlert,
  alertRecipients,
  alertsOf,
  awaitedModels,
  dropAlert,
  dropAlertsOf,
  holdAlertOwner,
  type ListedModel,
  othersOf,
  takeFound,
} from './alerts-store.ts'
import { eachAlone } from '../../kernel/semaphore.ts'
import { writeEmail } from '../../kernel/mail/outbox.ts'
import { answeredNames } from '../../reference/proposed-names.ts'

const refused = (model: string) => new AppError('validation_failed', { msg: model, fields: { model } })

/** Mounts the calls for alerts about models: "Tell me when one is for sale". */
export function mountAlerts(app: FastifyInstance, mount: Mount, deps: Deps): void {
  const { config, now } = deps

  mount(
    alertRoutes.setAlert,
    async ({ body, user, sql }, brands) => {
      const person = await holdAlertOwner(sql, user.id)
      if (!person) throw new AppError('unauthenticated')
      // The lists may spell the model differently now, or no longer have it.
      const own = (await alertsOf(sql, user.id)).filter((one) => isCalled(one, body.model))
      const named = own[0] ?? namedModel(body.model, brands)
      const model = named ? alertName(named) : body.model
      if (body.want === 'no') {
        for (const { make, model: title } of own) await dropAlert(sql, { user: user.id, make, model: title })
        return {
          ...ok,
          msg: `You are not told of this any more: ${model}.`,
          data: { model, want: body.want },
        }
      }
      if (!named) throw refused('There is no such model.')
      const wish = { user: user.id, make: named.make, model: named.model, now: now() }
      if ((await othersOf(sql, wish)) < alertLimits.perPerson) await addAlert(sql, wish)
      else
        throw refused(
          `You wait for ${alertLimits.perPerson} models already. Remove one in your profile first.`,
        )
      const first = person.email_verified ? '' : ' First confirm your e-mail address.'
      const msg = `We will write you an e-mail when this is for sale: ${model}.${first}`
      return { ...ok, msg, data: { model, want: body.want } }
    },
    { prepare: async () => (await cachedReference(deps)).brands },
  )

  mount(alertRoutes.myAlerts, async ({ user, sql }) => {
    const data = (await alertsOf(sql, user.id)).map(({ make, ...one }) => {
      return { ...one, model: alertName({ make, model: one.model }) }
    })
    return { ...ok, data, as_of: now().toISOString() }
  })

  mountOneClick(app, deps, {
    path: stopAlertsPath,
    limit: alertRoutes.setAlert,
    msg: 'You are not told of any model any more.',
    leave: async (sql, secret) => {
      const person = alertOwnerOf(secret, config.authSecret)
      if (person === undefined) throw new AppError('link_expired')
      await dropAlertsOf(sql, person)
    },
  })
  app.get(stopAlertsPath, (_, reply) => reply.redirect(alertsPath, 303))
}

// Tells people by e-mail that a model they wait for is for sale. Each round reads which cars are for sale, however they got
// there: new, imported or reactivated. So a crash between rounds loses nothing.

/** Maximum number of people of one round; the next round starts a minute later. */
const batch = 200

type Using = Pick<Deps, 'config' | 'db' | 'newId' | 'now'>

/** Runs one round. Two processes that run it at the same time send each e-mail once. */
export async function sendAlerts(deps: Using): Promise<void> {
  const now = deps.now()
  const awaited = await awaitedModels(deps.db)
  if (awaited.length === 0) return
  const lists = listedModels((await cachedReference(deps)).brands)
  const answers = await answeredNames(deps.db)
  const models = awaited.flatMap((one): ListedModel[] =>
    listedAs(one, lists, answers).map(({ make, model }) => ({ ...one, car_make: make, car_model: model })),
  )
  const recipients = await alertRecipients(deps.db, { models, now, most: batch })
  await eachAlone(recipients, (user) => sendOne(deps, { user, models, now }))
}

/** One transaction marks the alerts as sent and stores the e-mail. */
function sendOne(deps: Using, o: Parameters<typeof takeFound>[1]): Promise<void> {
  const { config } = deps
  return deps.db.tx(async (sql) => {
    const found = await takeFound(sql, o)
    const [first] = found
    if (!first) return
    const site = await siteIn(sql, config)
    const stop = stopLink(site, stopSecret(config.authSecret, o.user))
    await writeEmail(sql, deps, foundEmail(site.name, found), {
      recipient: first.email,
      created_at: o.now,
      headers: unsubscribeHeaders(stop, config.unsubscribeEmail),
      forget: true,
    })
  })
}
