// HTML that people write becomes HTML of a short list of tags, no deeper than a phone can draw.
import sanitizeHtml from 'sanitize-html'
import { hasTooManyTags, htmlLimits, isBlock } from '#contract/values/html.ts'

interface Rules {
  tags: readonly string[]
  /** Where a link may lead to; any other loses its address. */
  isAddress: (href: string) => boolean
  /** Of every link. */
  rel: string
}

/** Names a tag that is on no list. */
const none = 'none'

/** The words alone, for a text of so many tags that reading them would take long; only older rows hold one. */
const wordsOf = (html: string): string =>
  html
    .replace(/<[^<>]*>/g, ' ')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')

/**
 * Makes a function that cleans HTML: tags that are not listed go, scripts lose their text as well, and what is deeper
 * than `htmlLimits.depth` keeps its words, a block on a line of its own.
 */
export function htmlCleaner({ tags, isAddress, rel }: Rules): (html: string) => string {
  const listed = new Set(tags)
  return (html) => {
    if (hasTooManyTags(html)) return wordsOf(html)
    // Of listed elements only: what a text was pasted with around them does not count.
    let depth = 0
    const count = (by: number) => (name: string) => {
      if (listed.has(name)) depth += by
    }
    /** Words came since the last line break of a flattened block. */
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
