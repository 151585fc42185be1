import { createHmac, timingSafeEqual } from 'node:crypto'
import { absentNames, fold } from '#catalogue'
import { stopAlertsPath } from '#contract/forms/alerts.ts'
import type { Brand } from '#contract/reference.ts'
import { headerLine, layOut, type EmailBody } from '../../kernel/mail/layout.ts'
import type { Site } from '../../reference/reference-store.ts'
import type { AlertModel, FoundModel } from './alerts-store.ts'

/** What people call it: "Toyota Venza". */
export const alertName = ({ make, model }: AlertModel): string => `${make} ${model}`
const keyOf = (words: string): string => fold(words).replace(/\s+/g, ' ').trim()

const absentModels = new Map<string, AlertModel>(
  absentNames().flatMap(({ make, model }) =>
    model === undefined ? [] : [[keyOf(`${make} ${model}`), { make, model }]],
  ),
)

/** The models of the lists, by make and model without case and accents. */
export function listedModels(brands: readonly Brand[]): ReadonlyMap<string, AlertModel> {
  return new Map(
    brands.flatMap(({ maketitle: make, models }) =>
      models.map(({ modeltitle: model }): [string, AlertModel] => [
        keyOf(`${make} ${model}`),
        { make, model },
      ]),
    ),
  )
}

/** Whether these words are its name. */
export const isCalled = (one: AlertModel, words: string): boolean => keyOf(alertName(one)) === keyOf(words)

/** The model that is named, of the lists or of those that a search knows beside them. */
export const namedModel = (words: string, brands: readonly Brand[]): AlertModel | undefined =>
  listedModels(brands).get(keyOf(words)) ?? absentModels.get(keyOf(words))

/** How the lists write it; undefined while they have no such model. */
export const listedAs = (
  model: AlertModel,
  listed: ReadonlyMap<string, AlertModel>,
): AlertModel | undefined => listed.get(keyOf(alertName(model)))

const signature = (authSecret: string, user: string): string =>
  createHmac('sha256', authSecret).update(`alerts ${user}`).digest('base64url')

/** What the link of an e-mail carries: whose alerts it ends. */
export const stopSecret = (authSecret: string, user: string): string =>
  `${user}.${signature(authSecret, user)}`

/** Whose alerts a secret ends; undefined for one that was never ours. */
export function personOf(secret: string, authSecret: string): string | undefined {
  const user = secret.slice(0, Math.max(0, secret.lastIndexOf('.')))
  const [given, right] = [Buffer.from(secret), Buffer.from(stopSecret(authSecret, user))]
  return user !== '' && given.length === right.length && timingSafeEqual(given, right) ? user : undefined
}

export const stopLink = (site: Site, secret: string): string =>
  new URL(stopAlertsPath.replace(':secret', encodeURIComponent(secret)), site.publicUrl).href

/** Where alerts are seen and removed. */
export const alertsPath = '/profile?tab=favourites'

const carWords = ({ make, model, title, city, cars }: FoundModel): string => {
  const more = cars > 1 ? `, and ${cars - 1} more` : ''
  return `${make} ${model}: "${headerLine(title)}" in ${headerLine(city)}${more}.`
}

/** Tells a person that cars of models they wait for are for sale. */
export function foundEmail({ name, publicUrl }: Site, found: readonly FoundModel[]): EmailBody {
  const [first] = found
  const only = first && found.length === 1 ? first : undefined
  const at = (path: string) => new URL(path, publicUrl).href
  const search = only && `/listings?q=${encodeURIComponent(alertName(only))}`
  return layOut({
    subject: only
      ? `${alertName(only)}: for sale now`
      : `${found.length} models you wait for are for sale on ${name}`,
    lines: [
      only
        ? 'You asked us to tell you when one is for sale:'
        : 'You asked us to tell you when they are for sale:',
      ...found.map(carWords),
    ],
    link: { url: at(search ?? alertsPath), words: only ? 'See it now' : 'See your alerts' },
    notes: [
      `This is the only e-mail about ${only ? 'this model' : 'these models'}. Ask again in a search that finds none.`,
    ],
    end: { url: at(alertsPath), words: 'See or remove your alerts in your profile' },
  })
}
