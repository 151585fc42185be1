// What a card shows, and an address that changes with it: a person who keeps the picture of a shared link keeps it for
// long.
import { hash } from 'node:crypto'
import { personaOf } from '#catalogue'
import { priceText } from '#contract/values/region.ts'
import type { CarFacts, SiteDescription } from '../site.ts'

/** Grows with every change of how cards are drawn. */
const revision = 1

export interface CardWords {
  /** Large, on two lines at most. */
  title: string
  /** Above the title. */
  kicker: string
  /** Below it: price, or what the page is. */
  line: string
  brand: string
  /** Address of a picture of this server; '' for none. */
  picture: string
}

export const carCardWords = (car: CarFacts, site: SiteDescription): CardWords => ({
  title: car.title,
  kicker: personaOf(car).name,
  line: car.status === 'sold' ? 'Sold' : priceText(car.price, site.region),
  brand: site.name,
  picture: car.pictures[0]?.url ?? '',
})

export const articleCardWords = (
  article: { title: string; image: string },
  site: SiteDescription,
): CardWords => ({
  title: article.title,
  kicker: 'News & Reviews',
  line: '',
  brand: site.name,
  picture: article.image,
})

export const siteCardWords = (site: SiteDescription): CardWords => ({
  title: 'Meet a car with character',
  kicker: site.settings.tagline,
  line: '',
  brand: site.name,
  picture: '',
})

/** Names exactly one picture. */
export const cardVersionOf = (words: CardWords): string =>
  hash('sha256', JSON.stringify([revision, words])).slice(0, 16)

const addressOf = (path: string, words: CardWords, { publicUrl }: SiteDescription) => ({
  url: `${publicUrl}/og/${path}.jpg?v=${cardVersionOf(words)}`,
  alt: [words.title, words.line].filter((w) => w !== '').join(', '),
})

export const carCardAddress = (car: CarFacts, site: SiteDescription) =>
  addressOf(`car/${encodeURIComponent(car.slug)}`, carCardWords(car, site), site)
export const articleCardAddress = (
  article: { slug: string; title: string; image: string },
  site: SiteDescription,
) => addressOf(`blog/${encodeURIComponent(article.slug)}`, articleCardWords(article, site), site)
export const siteCardAddress = (site: SiteDescription) => addressOf('site', siteCardWords(site), site)
