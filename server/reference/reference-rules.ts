import { fold } from '#catalogue'
import { siteSettings, type Brand, type City, type Province, type SiteSettings } from '#contract/reference.ts'
import { firebaseOf, type FirebaseSettings } from '../kernel/firebase.ts'
import type { MarketName } from '#contract/values/region.ts'

/** Returns a make by its id or its title, whatever the case or accents. */
export function brandOf(brands: readonly Brand[], wanted: string): Brand | undefined {
  const key = fold(wanted.trim())
  return brands.find((b) => b._id === wanted) ?? brands.find((b) => fold(b.maketitle) === key)
}

/** Returns the cities of the given provinces, named by id or by name; ignores unknown provinces (R-VAL-11). */
export function citiesOf(
  data: { provinces: readonly Province[]; cities: readonly City[] },
  wanted: string | readonly string[],
): City[] {
  const names = new Set((typeof wanted === 'string' ? wanted.split(',') : wanted).map((w) => fold(w.trim())))
  const ids = new Set(
    data.provinces.filter((p) => names.has(fold(p._id)) || names.has(fold(p.state_name))).map((p) => p._id),
  )
  return data.cities.filter((c) => ids.has(c.state_id))
}

/** Texts of the site until an operator changes them in the settings table (R-NAV-45, R-NAV-47). */
export const defaultSiteSettings: Omit<SiteSettings, 'name' | 'market' | 'demo' | 'chat'> = {
  tagline: 'cars personified',
  address: '12 Market Street, Sandton, Johannesburg',
  email: 'hello@motorkin.example',
  phone: '+27 10 000 0000',
  social: [
    { name: 'Facebook', url: 'https://facebook.example/motorkin' },
    { name: 'Instagram', url: 'https://instagram.example/motorkin' },
    { name: 'X', url: 'https://x.example/motorkin' },
    { name: 'YouTube', url: 'https://youtube.example/motorkin' },
  ],
  stores: {
    android: 'https://play.example/motorkin',
    ios: 'https://apps.example/motorkin',
  },
}

/** Returns the defaults, overwritten by the rows of the settings table; ignores a row of the wrong shape. */
export function siteSettingsOf(
  rows: ReadonlyMap<string, unknown>,
  config: { siteName: string; market: MarketName; demo: boolean } & FirebaseSettings,
): SiteSettings {
  const { siteName, market, demo } = config
  const chat = firebaseOf(config)?.chat ?? { store: 'embedded' }
  const settings: SiteSettings = { ...defaultSiteSettings, name: siteName, market, demo, chat }
  for (const name of ['name', ...Object.keys(defaultSiteSettings)]) {
    if (!rows.has(name)) continue
    const read = siteSettings.safeParse({ ...settings, [name]: rows.get(name) })
    if (read.success) Object.assign(settings, read.data)
  }
  return settings
}
