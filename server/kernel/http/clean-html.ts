// Reduces HTML that people write to a short list of tags, no deeper than a phone can draw.
import sanitizeHtml from 'sanitize-html'
import { hasTooManyTags, htmlLimits, isBlock } from '#contract/values/html.ts'

interface Rules {
  tags: readonly string[]
  /** Returns whether a link may lead to an address; any other link loses its address. */
  isAddress: (href: string) => boolean
  /** Attribute `rel` of every link. */
  rel: string
}

/** Tag name that is not allowed, so that the sanitizer removes the tag. */
const none = 'none'

/**
 * Returns the text without tags, for HTML with so many tags that parsing it would take long. Only old rows contain such HTML.
 */
const wordsOf = (html: string): string =>
  html
    .replace(/<[^<>]*>/g, ' ')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')

/**
 * Returns a function that cleans HTML: it removes tags that are not listed, and scripts with their content. An element deeper
 * than `htmlLimits.depth` keeps its text, a block on a line of its own.
 */
export function htmlCleaner({ tags, isAddress, rel }: Rules): (html: string) => string {
  const listed = new Set(tags)
  return (html) => {
    if (hasTooManyTags(html)) return wordsOf(html)
    // Depth of listed elements only: other elements around pasted text do not count.
    let depth = 0
    const count = (by: number) => (name: string) => {
      if (listed.has(name)) depth += by
    }
    /** Whether text came since the last line break of a flattened block. */
    let worded = false
    const lineBreak = (name: string) => {
      if (!worded || !isBlock(name)) return none
      worded = false
      return 'br'
    }
    const transform = (tagName: string, { href = '' }: sanitizeHtml.Attributes): sanitizeHtml.Tag => {
      if (depth > htmlLimits.depth && tagName !== 'br') return { tagName: lineBreak(tagName), attribs: {} }
      return { tagName, attribs: tagName === 'a' && isAddress(href) ? { href, rel } : {} }
    }
    return sanitizeHtml(html, {
      allowedTags: [...tags],
      allowedAttributes: { a: ['href', 'rel'] },
      allowedSchemes: ['http', 'https'],
      allowProtocolRelative: false,
      onOpenTag: count(1),
      onCloseTag: count(-1),
      textFilter: (text) => {
        worded ||= text.trim() !== ''
        return text
      },
      transformTags: Object.fromEntries(tags.map((name) => [name, transform])),
    })
  }
}
