import { cutDescription, fullTitle, type Head, robotsOf, siteDescription } from '#contract/heads/head.ts'
import { limits } from '#contract/limits.ts'
import { escaped } from '../../kernel/mail/outbox.ts'
import type { SiteDescription } from './site.ts'

// Writes the tags of a page's head. Input of people is escaped here and nowhere else.

/** Picture that the preview of a shared link shows. */
interface SharedPicture {
  /** Absolute address. */
  url: string
  alt: string
}
export interface PageTags {
  head: Head
  /** Canonical path, when the head names none. */
  path: string
  /** Open Graph type. */
  type: 'website' | 'article' | 'product' | 'profile'
  picture: SharedPicture
  /** Further Open Graph properties, in order. */
  properties?: readonly (readonly [string, string])[]
  /** Things of schema.org, each in its own block. */
  things?: readonly object[]
  /** Feed of the same search: its address and title. */
  feed?: { url: string; title: string }
}
type Site = Pick<SiteDescription, 'name' | 'publicUrl' | 'locale'>

/** Width and height of every card, in px. */
export const cardSize = { width: 1200, height: 630 } as const

/** Returns a data block of a page. Its text cannot end the block or begin a comment. */
const dataBlock = (thing: object): string =>
  `<script type="application/ld+json">${JSON.stringify({
    '@context': 'https://schema.org',
    ...thing,
  }).replace(/[<>&\u2028\u2029]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`)}</script>`

/** Returns the title, description, canonical address, robots, Open Graph, Twitter card and data blocks of a page. */
export function headTagsOf(page: PageTags, { name, publicUrl, locale }: Site): string {
  const { head, picture, feed } = page
  const title = escaped(fullTitle(head.title, name))
  const description = escaped(cutDescription(head.description ?? siteDescription, limits.metaDescription))
  const address = escaped(publicUrl + (head.canonical ?? page.path))
  const property = (key: string, text: string) => `<meta property="${key}" content="${text}">`
  const meta = (key: string, text: string) => `<meta name="${key}" content="${text}">`
  return [
    `<title>${title}</title>`,
    meta('description', description),
    `<link rel="canonical" href="${address}">`,
    meta('robots', robotsOf(head)),
    property('og:site_name', escaped(name)),
    property('og:type', page.type),
    property('og:title', escaped(head.title)),
    property('og:description', description),
    property('og:url', address),
    property('og:locale', escaped(locale.replace('-', '_'))),
    property('og:image', escaped(picture.url)),
    property('og:image:type', 'image/jpeg'),
    property('og:image:width', String(cardSize.width)),
    property('og:image:height', String(cardSize.height)),
    property('og:image:alt', escaped(picture.alt)),
    ...(page.properties ?? []).map(([key, text]) => property(key, escaped(text))),
    meta('twitter:card', 'summary_large_image'),
    meta('twitter:title', escaped(head.title)),
    meta('twitter:description', description),
    meta('twitter:image', escaped(picture.url)),
    meta('twitter:image:alt', escaped(picture.alt)),
    ...(feed
      ? [
          `<link rel="alternate" type="application/rss+xml" title="${escaped(feed.title)}" href="${escaped(feed.url)}">`,
        ]
      : []),
    ...(page.things ?? []).map(dataBlock),
  ].join('')
}

/** Returns text for an XML document: escaped, without the characters that XML forbids. */
export const xmlText = (text: string): string =>
  escaped(text.replace(/(?![\t\n\r])\p{Cc}|\p{Surrogate}|[\ufffe\uffff]/gu, ''))

export const xmlHead = '<?xml version="1.0" encoding="UTF-8"?>\n'
