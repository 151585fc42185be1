import sanitizeHtml from 'sanitize-html'

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
