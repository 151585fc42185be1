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
  // Phones keep settings of a server that did not know of it yet.
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
 * As `siteSettings` of the contract reads it, whose schema is not part of the first view: the request that finds out whether
 * the server is there must need no file of it.
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

/**
 * What the site says about itself. Every price needs it in the first paint, so it is mirrored in the plain storage
 * and not in the database.
 */
export function createSettings(o: {
  ask: AuthedRequest
  env: Pick<Env, 'localStorage' | 'siteName'>
  remember: (key: string, value: string) => void
  /** What the page was drawn with. */
  given?: SiteSettings | undefined
}) {
  const { localStorage: storage, siteName: name } = o.env
  const first = o.given ?? (name === undefined ? defaultSettings : { ...defaultSettings, name })
  const current = cell<SiteSettings>(first)
  return {
    current: current as Readable<SiteSettings>,
    /**
     * What the server said last time, or a first drawn page: the next page may come without a drawing before anything is
     * asked. Called after the first render, which must equal the server's.
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
      // A drawn page told it already, and the next one without a drawing needs it too.
      if (text === JSON.stringify(current.get()) && storage?.getItem(settingsKey) === text) return
      current.set(said)
      o.remember(settingsKey, text)
    },
  }
}
