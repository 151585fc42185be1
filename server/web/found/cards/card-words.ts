// Words of a card, and an address that changes with them, because services that show a shared link cache its picture for long.
import { hash } from 'node:crypto'
import { personaOf } from '#catalogue'
import { priceText } from '#contract/values/region.ts'
import type { CarFacts, SiteDescription } from '../site.ts'

/** Version of the drawing; must grow with every change of how cards are drawn. */
const revision = 1

export interface CardWords {
  /** Large text, on up to five lines; on up to four with `line`. */
  title: string
  /** Text above the title. */
  kicker: string
  /** Text below the title: the price, or that the car is sold; '' for none. */
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

/** Returns a hash that identifies exactly one picture. */
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
