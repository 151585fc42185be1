import { absentNames, carName, compact } from '#catalogue'
import { stopAlertsPath } from '#contract/forms/alerts.ts'
import type { Brand } from '#contract/reference.ts'
import { type EmailWords, headerLine } from '../../kernel/mail/outbox.ts'
import { isSameSecret, keyedHash } from '../../kernel/secrets.ts'
import { type AnsweredName, nameKey } from '../../reference/proposed-names.ts'
import type { Site } from '../../reference/reference-store.ts'
import type { AlertModel, FoundModel } from './alerts-store.ts'

/** Returns the usual name of a model: "Toyota Venza", "MG 5". */
export const alertName = ({ make, model }: AlertModel): string => carName(make, model)

/** Returns the lookup keys of a model: its usual name, and make plus model. */
const keysOf = ({ make, model }: AlertModel): string[] => [
  ...new Set([compact(carName(make, model)), compact(`${make} ${model}`)]),
]

/** Models by lookup key; several may share one ("CX-7", "CX 7"). */
export type ModelsByKey = ReadonlyMap<string, readonly AlertModel[]>
function byKey(models: readonly AlertModel[]): ModelsByKey {
  const all = new Map<string, AlertModel[]>()
  for (const one of models) for (const key of keysOf(one)) all.set(key, [...(all.get(key) ?? []), one])
  return all
}

const absentModels = byKey(
  absentNames().flatMap(({ make, model }) => (model === undefined ? [] : [{ make, model }])),
)

export const listedModels = (brands: readonly Brand[]): ModelsByKey =>
  byKey(
    brands.flatMap(({ maketitle: make, models }) => models.map(({ modeltitle: model }) => ({ make, model }))),
  )

/** Returns whether the words are a name of the model. */
export const isCalled = (one: AlertModel, words: string): boolean => keysOf(one).includes(compact(words))

/** Returns the model with this name, from the lists or from the models that only the search knows. */
export function namedModel(words: string, brands: readonly Brand[]): AlertModel | undefined {
  const key = compact(words)
  const all = listedModels(brands).get(key) ?? absentModels.get(key) ?? []
  return all.find((one) => alertName(one) === words) ?? all[0]
}

/** Returns the names that the lists now have for a model, including those that an admin assigned; empty if there are none. */
export function listedAs(
  model: AlertModel,
  listed: ModelsByKey,
  answers: readonly AnsweredName[],
): AlertModel[] {
  const own = nameKey(model)
  const merged = answers.filter(({ key }) => key === own || isCalled(model, key))
  return [
    ...new Set([model, ...merged].flatMap((one) => keysOf(one).flatMap((key) => listed.get(key) ?? []))),
  ]
}

/** Returns the secret in an e-mail's link, which identifies the owner of the alerts. */
export const stopSecret = (authSecret: string, user: string): string =>
  `${user}.${keyedHash(authSecret, `alerts ${user}`)}`

/** Returns the person whose alerts a secret ends; undefined for an invalid secret. */
export function alertOwnerOf(secret: string, authSecret: string): string | undefined {
  const user = secret.slice(0, Math.max(0, secret.lastIndexOf('.')))
  return user !== '' && isSameSecret(secret, stopSecret(authSecret, user)) ? user : undefined
}

export const stopLink = (site: Site, secret: string): string =>
  new URL(stopAlertsPath.replace(':secret', encodeURIComponent(secret)), site.publicUrl).href

/** Page where a person sees and removes alerts. */
export const alertsPath = '/profile?tab=favourites'

const carWords = ({ title, city, cars, ...one }: FoundModel): string => {
  const more = cars > 1 ? `, and ${cars - 1} more` : ''
  return `${alertName(one)}: "${headerLine(title)}" in ${headerLine(city)}${more}.`
}

/** Returns the e-mail that tells a person that awaited models are for sale. */
export function foundEmail(site: string, found: readonly FoundModel[]): EmailWords {
  const [first] = found
  const only = first && found.length === 1 ? first : undefined
  const search = only && `/listings?q=${encodeURIComponent(alertName(only))}`
  return {
    subject: only
      ? `${alertName(only)}: for sale now`
      : `${found.length} models you wait for are for sale on ${site}`,
    lines: [
      only
        ? 'You asked us to tell you when one is for sale:'
        : 'You asked us to tell you when they are for sale:',
      ...found.map(carWords),
    ],
    link: { url: search ?? alertsPath, words: only ? 'See it now' : 'See your alerts' },
    notes: [
      `This is the only e-mail about ${only ? 'this model' : 'these models'}. Ask again in a search that finds none.`,
    ],
    end: { url: alertsPath, words: 'See or remove your alerts in your profile' },
  }
}
