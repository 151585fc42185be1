import { regionOf, type RegionSettings } from '#contract/values/region.ts'
import type { Deps } from '../../kernel/deps.ts'
import { cachedReference } from '../../reference/reference-store.ts'
import { siteSettingsOf } from '../../reference/reference-rules.ts'
import type { Brand, SiteSettings } from '#contract/reference.ts'
import { wasAd } from '../../cars/ads/ads-store.ts'
import { carBySlugOrId } from '../../cars/cars-store.ts'
import type { Sql } from '../../kernel/db/sql.ts'
import { sellerOf } from '../../users/users-store.ts'

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

/** What the head of a page rests on, read without counting a view and for nobody in particular. */

type Seller = NonNullable<Awaited<ReturnType<typeof sellerOf>>>
type Car = Omit<NonNullable<Awaited<ReturnType<typeof carBySlugOrId>>>['car'], 'creator'>
export type CarFacts = Car & { seller: Seller }

/** No slug or id is longer, and no database keeps some of what an address can hold. */
export const isName = (part: string): boolean => part.length <= 200 && !/[\0\p{Surrogate}]/u.test(part)

/** `gone`: it was there and was taken away, by its seller or by the operator. */
export async function carFacts(sql: Sql, slug: string, now: Date): Promise<CarFacts | 'gone' | undefined> {
  const found = await carBySlugOrId(sql, slug, undefined)
  if (!found) return (await wasAd(sql, slug)) ? 'gone' : undefined
  if (found.hidden) return 'gone'
  const { creator, ...car } = found.car
  const seller = await sellerOf(sql, creator, now)
  return seller && { ...car, seller }
}
