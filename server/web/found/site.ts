import { regionOf, type RegionSettings } from '#contract/values/region.ts'
import type { Deps } from '../../kernel/deps.ts'
import { cachedReference } from '../../reference/reference-store.ts'
import { siteSettingsOf } from '../../reference/reference-rules.ts'
import type { Brand, SiteSettings } from '#contract/reference.ts'

/** The site as every page of it is described. */
export interface SiteDescription {
  settings: SiteSettings
  region: RegionSettings
  brands: readonly Brand[]
  name: string
  /** Without a slash at its end. */
  publicUrl: string
  locale: string
}

const siteFrom = (
  { config }: Pick<Deps, 'config'>,
  rows: ReadonlyMap<string, unknown>,
  brands: readonly Brand[],
): SiteDescription => {
  const settings = siteSettingsOf(rows, config)
  const region = regionOf[settings.market]
  return { settings, region, brands, name: settings.name, publicUrl: config.publicUrl, locale: region.locale }
}

/** From the memory of the reference data. */
export async function siteOf(deps: Pick<Deps, 'config' | 'db' | 'now'>): Promise<SiteDescription> {
  const { settings, brands } = await cachedReference(deps)
  return siteFrom(deps, settings, brands)
}

/** Without a look at the database. */
export const plainSite = (deps: Pick<Deps, 'config'>): SiteDescription => siteFrom(deps, new Map(), [])
