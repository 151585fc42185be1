// Things of schema.org that describe a page. They contain only what the page itself shows.
import { articleAddress } from '#contract/heads/article-head.ts'
import { carAddress, carHead } from '#contract/heads/car-head.ts'
import { dealerAddress, tradeName } from '#contract/heads/dealer-head.ts'
import type { CarStatus } from '#contract/limits.ts'
import type { DealerProfile } from '#contract/users/dealers.ts'
import { pictureUrl } from '#contract/values/pictures.ts'
import type { PublishedArticle } from '../../blogs/blogs-store.ts'
import type { CarFacts, SiteDescription } from './site.ts'

/** Removes properties that are undefined or empty. */
const stated = (thing: object): object =>
  Object.fromEntries(Object.entries(thing).filter(([, value]) => value !== undefined && value !== ''))

const availability: Readonly<Record<CarStatus, string>> = {
  active: 'https://schema.org/InStock',
  sold: 'https://schema.org/SoldOut',
  inactive: 'https://schema.org/OutOfStock',
}

/** Returns the absolute address of a picture. A picture of this server is WebP, which every link preview accepts. */
const absolutePicture = (url: string, { publicUrl }: SiteDescription): string =>
  url.startsWith('/') ? publicUrl + pictureUrl(url, 1280, 'webp') : url

/** Returns a price as an integer, or with two decimals and a decimal point. */
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

/** Maximum pictures in the data of a car. */
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

/** Returns a business; a seller without a business name is a person. */
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

/** Returns the site itself, and how to search it. */
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

/** Returns the breadcrumbs of a page, from Home. */
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

/** Returns the items of a list in their order; `first` is the number of the first one. */
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
