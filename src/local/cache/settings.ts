import { plainCalls } from '#contract/plain-calls.ts'
import type { ChatSettings, SiteSettings } from '#contract/reference.ts'
import { markets } from '#contract/values/region.ts'
import { listOf, propertiesOf } from '#contract/values/unknown.ts'
import { cell, type Readable } from '../platform/cell.ts'
import { type Env, readJson } from '../platform/env.ts'
import type { AuthedRequest } from '../transport/http-client.ts'

const settingsKey = 'motorkin-settings'

const defaultSettings: SiteSettings = {
  name: 'Motorkin',
  tagline: 'cars personified',
  market: 'mixed',
  address: '',
  email: '',
  phone: '',
  social: [],
  stores: { android: '', ios: '' },
  demo: false,
  chat: { store: 'embedded' },
}

const isText = (value: unknown): value is string => typeof value === 'string'

function chatIn(value: unknown): ChatSettings | undefined {
  // Stored settings of an older server have no `chat`.
  if (value === undefined) return { store: 'embedded' }
  const { store, projectId, apiKey, appId, longPolling, emulator } = propertiesOf(value)
  if (store === 'embedded') return { store }
  if (store !== 'firestore' || !isText(projectId) || !isText(apiKey) || !isText(appId)) return undefined
  return {
    store,
    projectId,
    apiKey,
    appId,
    longPolling: longPolling === true,
    ...(isText(emulator) && { emulator }),
  }
}

/**
 * Checks a value as `siteSettings` of the contract does, whose schema is not part of the first view: the request that finds out
 * whether the server is reachable must not need another file from it.
 */
function settingsIn(value: unknown): SiteSettings | undefined {
  const { name, tagline, address, email, phone, demo, ...rest } = propertiesOf(value)
  const { android, ios } = propertiesOf(rest['stores'])
  const market = markets.find((known) => known === rest['market'])
  const chat = chatIn(rest['chat'])
  if (!isText(name) || !isText(tagline) || !isText(address) || !isText(email) || !isText(phone))
    return undefined
  if (!isText(android) || !isText(ios) || typeof demo !== 'boolean' || !market || !chat) return undefined
  const social = listOf(rest['social']).flatMap((one) => {
    const { name: of, url } = propertiesOf(one)
    return isText(of) && isText(url) ? [{ name: of, url }] : []
  })
  return { name, tagline, market, address, email, phone, social, stores: { android, ios }, demo, chat }
}

/** Returns the site's settings. Every price in the first paint needs them, so the plain storage mirrors them. */
export function createSettings(o: {
  ask: AuthedRequest
  env: Pick<Env, 'localStorage' | 'siteName'>
  remember: (key: string, value: string) => void
  /** Settings that the page was drawn with. */
  given?: SiteSettings | undefined
}) {
  const { localStorage: storage, siteName: name } = o.env
  const first = o.given ?? (name === undefined ? defaultSettings : { ...defaultSettings, name })
  const current = cell<SiteSettings>(first)
  return {
    current: current as Readable<SiteSettings>,
    /**
     * Reads the settings of the last visit. Stores those of a first drawn page, because the next page may come without a drawing,
     * before any response. Called after the first render, which must equal the server's.
     */
    recall: () => {
      const text = storage?.getItem(settingsKey)
      if (o.given && !text) o.remember(settingsKey, JSON.stringify(current.get()))
      if (o.given || !text || current.get() !== first) return
      const known = settingsIn(readJson(storage, settingsKey))
      if (known) current.set(known)
    },
    refresh: async () => {
      const answer = await o.ask(plainCalls.getSiteSettings)
      const said = answer.ok ? settingsIn(propertiesOf(answer.body)['data']) : undefined
      if (!said) return
      const text = JSON.stringify(said)
      // Settings of a drawn page are current already, but the next page without a drawing needs them in the storage.
      if (text === JSON.stringify(current.get()) && storage?.getItem(settingsKey) === text) return
      current.set(said)
      o.remember(settingsKey, text)
    },
  }
}
