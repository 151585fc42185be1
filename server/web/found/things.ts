// Things of schema.org that pages are about. Only what the page itself shows.
import { articleAddress } from '#contract/heads/article-head.ts'
import { carAddress, carHead } from '#contract/heads/car-head.ts'
import { dealerAddress, tradeName } from '#contract/heads/dealer-head.ts'
import type { CarStatus } from '#contract/limits.ts'
import type { DealerProfile } from '#contract/users/dealers.ts'
import { pictureUrl } from '#contract/values/pictures.ts'
import type { PublishedArticle } from '../../blogs/blogs-store.ts'
import type { CarFacts, SiteDescription } from './site.ts'

/** Leaves out what has no words. */
const stated = (thing: object): object =>
  Object.fromEntries(Object.entries(thing).filter(([, value]) => value !== undefined && value !== ''))

const availability: Readonly<Record<CarStatus, string>> = {
  active: 'https://schema.org/InStock',
  sold: 'https://schema.org/SoldOut',
  inactive: 'https://schema.org/OutOfStock',
}

/** A picture of this server with its origin; WebP, which every reader of links takes. */
const absolutePicture = (url: string, { publicUrl }: SiteDescription): string =>
  url.startsWith('/') ? publicUrl + pictureUrl(url, 1280, 'webp') : url

/** Two decimals at most, a point between. */
export const amountText = (price: number): string =>
  Number.isInteger(price) ? String(price) : price.toFixed(2)

function sellerThing(seller: CarFacts['seller'], site: SiteDescription): object {
  const isDealer = seller.kind === 'dealer' || seller.businessname !== ''
  return {
    '@type': isDealer ? 'AutoDealer' : 'Person',
    name: tradeName(seller),
    ...(isDealer ? { url: site.publicUrl + dealerAddress(seller._id) } : {}),
  }
}

/** Pictures of a car in its data. */
const mostPictures = 5

export function carThing(car: CarFacts, site: SiteDescription): object {
  const url = site.publicUrl + carAddress(car.slug)
  const itemCondition = `https://schema.org/${car.condition === 'New' ? 'NewCondition' : 'UsedCondition'}`
  const place = [car.city, car.province].filter((p) => p !== '').join(', ')
  return stated({
    '@type': 'Car',
    '@id': `${url}#car`,
    name: car.title,
    url,
    description: carHead(car).description,
    image: car.pictures.slice(0, mostPictures).map((p) => absolutePicture(p.url, site)),
    sku: car._id,
    brand: { '@type': 'Brand', name: car.make },
    model: car.model,
    vehicleModelDate: String(car.year),
    mileageFromOdometer: { '@type': 'QuantitativeValue', value: car.mileage_km, unitCode: 'KMT' },
    fuelType: car.fueltype,
    vehicleTransmission: car.transmission,
    bodyType: car.bodytype,
    vehicleEngine: car.engine === '' ? undefined : { '@type': 'EngineSpecification', name: car.engine },
    driveWheelConfiguration: car.drive,
    color: car.exteriorcolor,
    vehicleInteriorColor: car.interiorcolor,
    itemCondition,
    offers: stated({
      '@type': 'Offer',
      url,
      price: amountText(car.price),
      priceCurrency: site.region.currency,
      availability: availability[car.status],
      itemCondition,
      seller: sellerThing(car.seller, site),
      availableAtOrFrom: place === '' ? undefined : { '@type': 'Place', name: place },
    }),
  })
}

const days = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const

/** A business; a person who sells a car of their own is a person with a name. */
export function dealerThing(dealer: DealerProfile, site: SiteDescription): object {
  const url = site.publicUrl + dealerAddress(dealer._id)
  if (dealer.businessname === '') return { '@type': 'Person', name: tradeName(dealer), url }
  const street = dealer.businessAddress
  return stated({
    '@type': 'AutoDealer',
    '@id': `${url}#dealer`,
    name: tradeName(dealer),
    url,
    image: dealer.logourl === '' ? undefined : absolutePicture(dealer.logourl, site),
    address: stated({ '@type': 'PostalAddress', streetAddress: street, addressLocality: dealer.city }),
    openingHoursSpecification: dealer.opening_hours.flatMap((hours, i) =>
      hours === null
        ? []
        : [
            {
              '@type': 'OpeningHoursSpecification',
              dayOfWeek: `https://schema.org/${days[i]}`,
              opens: hours.open,
              closes: hours.close,
            },
          ],
    ),
  })
}

const publisherThing = ({ name, publicUrl }: SiteDescription): object => ({
  '@type': 'Organization',
  name,
  url: `${publicUrl}/`,
  logo: `${publicUrl}/icons/icon-512.png`,
})

export function articleThing(article: PublishedArticle, description: string, site: SiteDescription): object {
  const url = site.publicUrl + articleAddress(article.slug)
  return stated({
    '@type': 'Article',
    headline: article.title,
    description,
    url,
    mainEntityOfPage: url,
    image: article.image === '' ? undefined : [absolutePicture(article.image, site)],
    datePublished: article.published_at.toISOString(),
    dateModified: article.updated_at.toISOString(),
    author: publisherThing(site),
    publisher: publisherThing(site),
  })
}

/** The site itself, and how to search it. */
export const siteThings = (site: SiteDescription): object[] => [
  {
    '@type': 'WebSite',
    name: site.name,
    url: `${site.publicUrl}/`,
    potentialAction: {
      '@type': 'SearchAction',
      target: { '@type': 'EntryPoint', urlTemplate: `${site.publicUrl}/listings?q={search_term_string}` },
      'query-input': 'required name=search_term_string',
    },
  },
  stated({
    ...publisherThing(site),
    description: site.settings.tagline,
    sameAs: site.settings.social.map(({ url }) => url),
  }),
]

/** The way to a page, from Home. */
export const trailThing = (
  trail: readonly (readonly [string, string])[],
  { publicUrl }: SiteDescription,
): object => ({
  '@type': 'BreadcrumbList',
  itemListElement: trail.map(([name, path], i) => ({
    '@type': 'ListItem',
    position: i + 1,
    name,
    item: publicUrl + path,
  })),
})

/** What a list shows, in its order; `first` is the number of the first one. */
export const listThing = (
  items: readonly { name: string; path: string }[],
  first: number,
  { publicUrl }: SiteDescription,
): object => ({
  '@type': 'ItemList',
  itemListElement: items.map(({ name, path }, i) => ({
    '@type': 'ListItem',
    position: first + i,
    name,
    url: publicUrl + path,
  })),
})
