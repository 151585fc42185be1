// Pages about one thing: a car, a dealer, an article.
import { articleHead } from '#contract/heads/article-head.ts'
import { carHead } from '#contract/heads/car-head.ts'
import { dealerHead } from '#contract/heads/dealer-head.ts'
import { isNarrowed, stockIn } from '#contract/heads/dealer-stock.ts'
import { cutDescription } from '#contract/heads/head.ts'
import { limits } from '#contract/limits.ts'
import { plainOf } from '../../../blogs/blogs-rules.ts'
import { dealerOf } from '../../../users/dealers-store.ts'
import { articleCardAddress, carCardAddress } from '../cards/card-words.ts'
import { articleFacts, carFacts } from '../facts.ts'
import { amountText, articleThing, carThing, dealerThing, trailThing } from '../things.ts'
import { home, listing, missingPage, type PageHead, foundPage, type PageRequest } from './visit.ts'

export async function carPageHead(visit: PageRequest): Promise<PageHead> {
  const { deps, site, part } = visit
  const car = await carFacts(deps.db, part, deps.now())
  if (car === 'gone' || !car) return missingPage(visit, car === 'gone' ? 410 : 404)
  const head = carHead(car)
  return foundPage(head, visit, {
    type: 'product',
    picture: carCardAddress(car, site),
    properties: [
      ['product:price:amount', amountText(car.price)],
      ['product:price:currency', site.region.currency],
      ['product:availability', car.status === 'active' ? 'in stock' : 'out of stock'],
    ],
    things: [carThing(car, site), trailThing([home, listing, [car.title, head.canonical]], site)],
  })
}

export async function dealerPageHead(visit: PageRequest): Promise<PageHead> {
  const { deps, site, part, url } = visit
  const dealer = await dealerOf(deps.db, part, deps.now())
  if (!dealer) return missingPage(visit)
  const head = dealerHead(dealer, isNarrowed(stockIn(url.searchParams)))
  return foundPage(head, visit, {
    type: 'profile',
    things: [
      dealerThing(dealer, site),
      trailThing([home, ['Dealers', '/dealers'], [head.title, head.canonical]], site),
    ],
  })
}

export async function articlePageHead(visit: PageRequest): Promise<PageHead> {
  const { deps, site, part } = visit
  const article = await articleFacts(deps.db, part, deps.now())
  if (!article) return missingPage(visit)
  const head = articleHead(article, plainOf(article.description))
  return foundPage(head, visit, {
    type: 'article',
    picture: articleCardAddress(article, site),
    properties: [
      ['article:published_time', article.published_at.toISOString()],
      ['article:modified_time', article.updated_at.toISOString()],
    ],
    things: [
      articleThing(article, cutDescription(head.description, limits.metaDescription), site),
      trailThing([home, ['News & Reviews', '/blog'], [article.title, head.canonical]], site),
    ],
  })
}
