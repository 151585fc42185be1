// Tells people by e-mail that a model they wait for is for sale. It looks at what is for sale, not at how it came there: an
// ad that is new, imported or put up again is found alike, and a crash in between loses nothing.
import { eachAlone } from '../../kernel/semaphore.ts'
import type { Deps } from '../../kernel/deps.ts'
import { unsubscribeHeaders } from '../../kernel/http/one-click.ts'
import { queueEmail } from '../../kernel/mail/outbox.ts'
import { answeredNames } from '../../reference/proposed-names.ts'
import { cachedReference, siteIn } from '../../reference/reference-store.ts'
import { foundEmail, listedAs, listedModels, stopLink, stopSecret } from './alerts-rules.ts'
import { awaitedModels, type ListedModel, alertRecipients, takeFound } from './alerts-store.ts'

/** People of one round; the next one comes a minute later. */
const batch = 200

type Using = Pick<Deps, 'config' | 'db' | 'newId' | 'now'>

/** One round. Two processes that do it at the same time write each e-mail once. */
export async function sendAlerts(deps: Using): Promise<void> {
  const now = deps.now()
  const awaited = await awaitedModels(deps.db)
  if (awaited.length === 0) return
  const lists = listedModels((await cachedReference(deps)).brands)
  const answers = await answeredNames(deps.db)
  const models = awaited.flatMap((one): ListedModel[] =>
    listedAs(one, lists, answers).map((listed) => ({ awaited: one, listed })),
  )
  const recipients = await alertRecipients(deps.db, { models, now, most: batch })
  await eachAlone(recipients, (user) => sendOne(deps, { user, models, now }))
}

/** The alerts, the mark that they were sent and the e-mail are one transaction. */
function sendOne(deps: Using, o: Parameters<typeof takeFound>[1]): Promise<void> {
  const { config } = deps
  return deps.db.tx(async (sql) => {
    const found = await takeFound(sql, o)
    const [first] = found
    if (!first) return
    const site = await siteIn(sql, config)
    const stop = stopLink(site, stopSecret(config.authSecret, o.user))
    await queueEmail(sql, deps, {
      ...foundEmail(site, found),
      recipient: first.email,
      created_at: o.now,
      headers: unsubscribeHeaders(stop, config.unsubscribeEmail),
      forget: true,
    })
  })
}
