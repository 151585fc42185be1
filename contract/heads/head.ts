/** Metadata of a page, the same on the server and in the app (R-NAV-47, R-NAV-48). */
export interface Head {
  /** Title without the site's name. */
  title: string
  description?: string
  /** Path and query of the canonical URL. */
  canonical?: string
  noIndex?: boolean
}

/** Metadata of an unknown address (R-NAV-29). */
export const unknownHead: Head = { title: 'Page not found (404)', noIndex: true }
/** Metadata of a car, a dealer or an article that does not exist. */
export const missingHead: Head = { title: '404', noIndex: true }

/** Description of the whole site, for Home and for pages without a description of their own. */
export const siteDescription =
  'Used and new cars in South Africa and Nigeria, each with its own story. Browse, save and enquire, with and without signal.'

/** Shortens a description to the limit at a word boundary (R-NAV-48); no half of an emoji remains. */
export function cutDescription(text: string, most: number): string {
  const clean = text.replace(/\s+/g, ' ').trim()
  if (clean.length <= most) return clean
  const cut = clean.slice(0, most - 1).replace(/\p{Surrogate}/u, '')
  const space = cut.lastIndexOf(' ')
  return `${cut.slice(0, space > most / 2 ? space : undefined).trimEnd()}…`
}

/** "Toyota Hilux | Motorkin" */
export function fullTitle(title: string, brand: string): string {
  return title === brand ? brand : `${title} | ${brand}`
}

/** "Dealers, page 2" */
export const pagedTitle = (title: string, page: number): string =>
  page > 1 ? `${title}, page ${page}` : title

/** Returns the content of the robots tag. */
export const robotsOf = ({ noIndex }: Head): string => (noIndex ? 'noindex' : 'index, follow')
