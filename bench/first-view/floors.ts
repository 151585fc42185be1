import { personaOf } from '#catalogue'
import type { Blog } from '#contract/blogs.ts'
import type { CarCard } from '#contract/cars.ts'
import type { PublicPath } from '#contract/pages.ts'
import { pictureSources } from '#contract/values/pictures.ts'
import type { DealerSummary } from '#contract/users/dealers.ts'
import { escaped as e } from '../../server/kernel/mail/outbox.ts'
import type { Answers } from './answers.ts'

/** Hand-written pages without scripts: the same texts, and the same pictures at the same widths. */

const styles = `*{box-sizing:border-box}body{margin:0;font:16px/1.5 system-ui,sans-serif;color:#14211c;background:#faf7f1}
header,footer{padding:12px 16px;background:#fff}header a{margin-right:16px}main{padding:16px}a{color:inherit;text-decoration:none}
h1{font-size:28px;line-height:1.2;margin:8px 0}h2,h3{font-size:18px;line-height:1.3;margin:4px 0}p{margin:4px 0}
ul{list-style:none;margin:0;padding:0}article{background:#fff;border-radius:16px;overflow:hidden;margin-bottom:20px}
article div,article p,article h2,article h3{padding:0 16px}article{padding-bottom:16px}
.p{display:block;aspect-ratio:4/3;background:#e8e4da}.p img{width:100%;height:100%;object-fit:cover;display:block}
.w{margin:0 -16px}.h{aspect-ratio:8/5}.row{display:flex;gap:16px;overflow-x:auto}.row li{flex:0 0 86%}.s{display:flex;gap:12px}.s .p{width:112px}
.f{display:inline-block;width:56px;height:56px;background:#dfe9e4;object-fit:contain}input{width:100%;padding:12px;font:inherit}`

const page = (title: string, main: string) =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${e(title)}</title><meta name="description" content="${e(title)}"><link rel="icon" href="data:,"><style>${styles}</style></head><body><header><a href="/"><b>Motorkin</b></a><a href="/listings">Cars</a><a href="/dealers">Dealers</a><a href="/blog">News</a></header><main>${main}</main><footer><a href="/">Home</a> <a href="/listings">Cars</a> <a href="/dealers">Dealers</a> <a href="/blog">News</a></footer></body></html>`

interface FloorRow {
  url: string
  sizes: string
  first?: boolean
  alt?: string
}
function picture({ url, sizes, first = false, alt = '' }: FloorRow): string {
  if (url === '') return '<span class="p"></span>'
  const { avif, webp } = pictureSources(url)
  const how = first ? 'fetchpriority="high"' : 'loading="lazy" decoding="async"'
  return `<picture class="p"><source type="image/avif" srcset="${avif}" sizes="${sizes}"><source type="image/webp" srcset="${webp}" sizes="${sizes}"><img src="${url}" alt="${e(alt)}" width="1280" height="960" ${how}></picture>`
}
const urlOf = (car: Pick<CarCard, 'featured_image'>) => car.featured_image
const money = (n: number) => n.toLocaleString('en-ZA')

const card = (car: CarCard, sizes: string, first = false) =>
  `<article><a href="/listing/${encodeURIComponent(car.slug)}">${picture({ url: urlOf(car), sizes, first })}<div><b>R ${money(car.price)}</b></div><h2>${e(car.title)}</h2><p>${e(personaOf(car).name)} · ${e(car.condition)}</p><p>${car.year} · ${e(car.mileage)} · ${e(car.transmission)} · ${e(car.fueltype)}</p><p>${e(car.address || car.city)}</p></a></article>`

const inGrid = 'calc(100vw - 2rem)'
const listings = ({ cars }: Answers) =>
  page(
    'Cars for sale',
    `<h1>Cars for sale</h1><form action="/listings"><input name="q" placeholder="Search"></form><p>${cars.length} cars</p><ul>${cars.map((car, i) => `<li>${card(car, inGrid, i === 0)}</li>`).join('')}</ul><a href="/listings?page=2">Next page</a>`,
  )

const home = ({ newest }: Answers) =>
  page(
    'Motorkin, cars personified',
    `<h1>Meet a car with character</h1><p>Used and new cars across South Africa and Nigeria. Browse, save and say hello, also where the signal ends.</p><div class="w"><picture class="p h"><source type="image/avif" srcset="/hero/1.avif"><img src="/hero/1.webp" alt="A green SUV on the road at dusk" width="960" height="600" fetchpriority="high"></picture></div><p>“I take the long way home.” <a href="/listings?types=SUV">Meet the SUVs</a></p><form action="/listings"><input name="q" placeholder="Search"></form><h2>Latest Listings</h2><ul class="row">${newest.map((car) => `<li>${card(car, '86vw')}</li>`).join('')}</ul><a href="/listings">See all cars</a>`,
  )

function detail({ car: { data: car, recent_list } }: Answers): string {
  const facts = [car.year, car.mileage, car.transmission, car.fueltype, car.bodytype, car.engine, car.drive]
  const recent = recent_list
    .map(
      (one) =>
        `<li class="s"><a class="s" href="/listing/${encodeURIComponent(one.slug)}">${picture({ url: urlOf(one), sizes: '112px' })}<span>${e(one.title)}<br>R ${money(one.price)}</span></a></li>`,
    )
    .join('')
  return page(
    car.title,
    `<div class="w">${picture({ url: urlOf(car), sizes: '100vw', first: true, alt: car.pictures[0]?.alt ?? '' })}</div><a href="/listings">All cars</a><h1>${e(car.title)}</h1><p><b>R ${money(car.price)}</b></p><p>${e(personaOf(car).name)}</p><ul>${facts.map((fact) => `<li>${e(String(fact))}</li>`).join('')}</ul>${car.description}<p>${car.carfeatures.map(e).join(', ')}</p><h2>${e(car.creator.businessname || car.creator.fullname)}</h2><p>${e(car.creator.city)} ${e(car.creator.gsm)}</p><ul>${recent}</ul>`,
  )
}

const face = (url: string) =>
  url === '' ? '<span class="f"></span>' : `<img class="f" src="${url}" alt="" width="56" height="56">`
const dealerCard = (d: DealerSummary) =>
  `<article><div>${face(d.logourl)}</div><h2><a href="/dealer/${d._id}">${e(d.businessname || d.fullname)}</a></h2><p>${e(d.city)}</p><p>${e(d.businessAddress)}</p><p>${e(d.gsm)}</p><p>${face(d.avatarurl)} ${e(d.fullname)} · Total Cars: ${d.total_cars}</p></article>`
const dealers = (all: Answers) =>
  page(
    'Dealers',
    `<h1>Dealers</h1><p>Who sells cars as a business: where they are, how to reach them and how many cars they offer.</p><form action="/dealers"><input name="search" placeholder="Search Dealer"></form>${all.dealers.map(dealerCard).join('')}`,
  )

const blogCard = (b: Blog, first: boolean) =>
  `<article>${picture({ url: b.image, sizes: '100vw', first })}<p>${e(b.updated_at.slice(0, 10))}</p><h2><a href="/blog/${encodeURIComponent(b.slug)}">${e(b.title)}</a></h2><p>${e(b.description)}</p></article>`
const blog = ({ blogs }: Answers) =>
  page(
    'News & Reviews',
    `<h1>News &amp; Reviews</h1><p>What moves the people who drive.</p><form action="/blog"><input name="search" placeholder="Search"></form>${blogs.map((b, i) => blogCard(b, i === 0)).join('')}`,
  )

const article = ({ blog: b }: Answers) =>
  page(
    b.title,
    `<article><h1>${e(b.title)}</h1><p>Updated ${e(b.updated_at.slice(0, 10))}</p>${picture({ url: b.image, sizes: '100vw', first: true })}<div>${b.description}</div></article><a href="/blog">All articles</a>`,
  )

/** One of the public pages, and what the benchmark measures on it. */
export interface PublicRoute {
  /** Path pattern: "/listing/{slug}". */
  name: string
  /** An address of the page. */
  path: string
  floor: string
  /** Elements of the complete view, each counted once by its address or its text. */
  whole: { selector: string; count: number; words: string }
  /** Selector of what a person taps first; the first match in the viewport is tapped. */
  tap: string
}

export function publicRoutes(all: Answers): PublicRoute[] {
  const things = (selector: string, list: readonly unknown[], words: string) => ({
    selector,
    count: list.length,
    words: `${list.length} ${words}`,
  })
  const cars = 'article a[href^="/listing/"]'
  // The dealer page is left out, because it is a list of cars with other texts.
  const measured: Record<Exclude<PublicPath, '/dealer/:id'>, Omit<PublicRoute, 'name'>> = {
    '/': {
      path: '/',
      floor: home(all),
      whole: things(cars, all.newest, 'cars'),
      tap: `${cars}, main a[href^="/listings"]`,
    },
    '/listings': {
      path: '/listings',
      floor: listings(all),
      whole: things(cars, all.cars, 'cars'),
      tap: cars,
    },
    '/listing/:slug': {
      path: `/listing/${encodeURIComponent(all.car.data.slug)}`,
      floor: detail(all),
      whole: { selector: 'main h1', count: 1, words: 'title' },
      tap: 'main a[href^="/listing"]',
    },
    '/dealers': {
      path: '/dealers',
      floor: dealers(all),
      whole: things('article a[href^="/dealer/"]', all.dealers, 'dealers'),
      tap: 'article a[href^="/dealer/"]',
    },
    '/blog': {
      path: '/blog',
      floor: blog(all),
      whole: things('article a[href^="/blog/"]', all.blogs, 'articles'),
      tap: 'article a[href^="/blog/"]',
    },
    '/blog/:slug': {
      path: `/blog/${encodeURIComponent(all.blog.slug)}`,
      floor: article(all),
      whole: { selector: 'main h1', count: 1, words: 'title' },
      tap: 'main a[href="/blog"]',
    },
  }
  return Object.entries(measured).map(([page, route]) => ({
    ...route,
    name: page.replace(/:(\w+)/, '{$1}'),
  }))
}
