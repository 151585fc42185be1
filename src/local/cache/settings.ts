import type { SiteSettings } from '#contract/reference.ts'
import { cell, type Readable } from '../platform/cell.ts'
import { ignoreExpected, isMissingFile } from '#contract/values/expected.ts'
import { type Env, readJson } from '../platform/env.ts'
import type { AuthedRequest } from '../transport/http-client.ts'

const reference = () => import('#contract/reference.ts')
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
    recall: async () => {
      const text = storage?.getItem(settingsKey)
      if (o.given && !text) o.remember(settingsKey, JSON.stringify(current.get()))
      if (o.given || !text) return
      const contract = await reference().catch(ignoreExpected('settings', isMissingFile))
      const known = contract?.siteSettings.safeParse(readJson(storage, settingsKey))
      if (known?.success && current.get() === first) current.set(known.data)
    },
    refresh: async () => {
      const answer = await o.ask(async () => (await reference()).referenceRoutes.getSiteSettings)
      if (!answer.ok) return
      const text = JSON.stringify(answer.body.data)
      // A drawn page told it already, and the next one without a drawing needs it too.
      if (text === JSON.stringify(current.get()) && storage?.getItem(settingsKey) === text) return
      current.set(answer.body.data)
      o.remember(settingsKey, text)
    },
  }
}
