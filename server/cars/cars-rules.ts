import { createHash } from 'node:crypto'
import sanitizeHtml from 'sanitize-html'
import { fold } from '#catalogue'

const isAbsolute = (href: string) => /^https?:\/\//i.test(href)

/** What a seller may use to lay out a description; everything else loses its tags, scripts lose their text. */
const allowed: sanitizeHtml.IOptions = {
  allowedTags: ['p', 'br', 'b', 'strong', 'i', 'em', 'ul', 'ol', 'li', 'h3', 'h4', 'a'],
  allowedAttributes: { a: ['href', 'rel'] },
  allowedSchemes: ['http', 'https'],
  allowProtocolRelative: false,
  transformTags: {
    a: (tagName, attributes): sanitizeHtml.Tag => {
      const href = attributes['href'] ?? ''
      return { tagName, attribs: isAbsolute(href) ? { href, rel: 'nofollow noopener' } : {} }
    },
  },
}

/** A description that is safe to put into a page (R-CAR-23). */
export function safeDescription(html: string): string {
  return sanitizeHtml(html, allowed)
}

/** Every view counts but the seller's own (R-ENT-10). */
export function countsAsView(viewer: string | undefined, creator: string): boolean {
  return viewer !== creator
}

/** The address of a new ad: its title as words, then an end that no other ad has. It stays when the title changes. */
export function slugOf(ad: { id: string; title: string }): string {
  const words = fold(ad.title)
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 80)
    .replace(/^-+|-+$/g, '')
  const end = createHash('sha256').update(ad.id).digest('hex').slice(0, 12)
  return `${words === '' ? 'car' : words}-${end}`
}
