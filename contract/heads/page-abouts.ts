import type { PagePath } from '../pages.ts'
import type { MarketName } from '../values/region.ts'
import { regionOf } from '../values/region.ts'

interface Site {
  name: string
  market: MarketName
}

/** Adjectives for the law of a country, as the terms use them. */
export const lawAdjectives = { 'South Africa': 'South African', Nigeria: 'Nigerian' } as const

/** Descriptions of pages of text and forms, each at most 160 characters (R-NAV-48). */
const abouts = {
  '/dealers': () =>
    'Who sells cars as a business: where they are, how to reach them and how many cars they offer.',
  '/blog': () =>
    'How to buy a car well, sell it fairly and keep it long: written for South Africa and Nigeria.',
  '/insurance': () => 'Leave your phone number and we call you back with an insurance quote for your car.',
  '/book-test-drive': () =>
    'Choose a car, a day and a time; the seller or one of us confirms your test drive.',
  '/test-drive/:token': () => 'Where your request for a test drive stands.',
  '/contact': () => 'Write to us about a car, an ad, your account or anything else; or call us, or come by.',
  '/subscriptions': () =>
    'Plans for selling cars: how many cars you may offer, what each plan includes, and what it costs a month.',
  '/services': () =>
    'Car listing, roadside assistance and car tracking: what we do for a car and for whoever drives it, and what it costs.',
  '/about': ({ name }: Site) =>
    `${name} is a marketplace for used and new cars in South Africa and Nigeria that keeps working when the signal does not.`,
  '/privacy': ({ name }: Site) =>
    `What data ${name} collects, what stays on your phone, who sees it, how long it is kept and how to delete it.`,
  '/terms': ({ name, market }: Site) =>
    `The rules of buying and selling on ${name}: accounts, ads, messages, plans and payment. Governed by ${lawAdjectives[regionOf[market].lawCountry]} law.`,
  '/faqs': () =>
    'Short answers about advertising, contacting sellers, searching, featured listings, editing adverts, and paying by EFT or cash deposit.',
} as const satisfies { [P in PagePath]?: (site: Site) => string }

export type AboutPath = keyof typeof abouts
const of = new Map<string, (site: Site) => string>(Object.entries(abouts))

/** Returns the description of a page; `path` is the path in the table of pages. */
export const aboutPage = (path: AboutPath, site: Site): string => abouts[path](site)
/** Returns the description of any path, or undefined. */
export const aboutIn = (path: string, site: Site): string | undefined => of.get(path)?.(site)
