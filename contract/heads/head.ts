/** What a page says of itself, on the server and in the app (R-NAV-47, R-NAV-48). */
export interface Head {
  /** Without the site's name. */
  title: string
  description?: string
  /** Path and query that stand for the page in search engines. */
  canonical?: string
  noIndex?: boolean
}

/** Of an address that the app does not have (R-NAV-29). */
export const unknownHead: Head = { title: 'Page not found (404)', noIndex: true }
/** Of a car, a dealer or an article that there is not. */
export const missingHead: Head = { title: '404', noIndex: true }

/** About the whole site: the description of Home, and of pages that say nothing of themselves. */
export const siteDescription =
  'Used and new cars in South Africa and Nigeria, each with its own story. Browse, save and enquire, with and without signal.'

/** Cuts a description at a word, within the limit (R-NAV-48). */
export function cutDescription(text: string, most: number): string {
  const clean = text.replace(/\s+/g, ' ').trim()
  if (clean.length <= most) return clean
  const cut = clean.slice(0, most - 1)
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

/** Content of the robots tag. */
export const robotsOf = ({ noIndex }: Head): string => (noIndex ? 'noindex' : 'index, follow')
