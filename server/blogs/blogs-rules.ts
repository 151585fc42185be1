import { createHash } from 'node:crypto'
import sanitizeHtml from 'sanitize-html'
import { dashed, textParts } from '#catalogue'
import { blogLimits } from '#contract/blogs.ts'
import { htmlCleaner } from '../kernel/http/clean-html.ts'

/** Returns the HTML of an article that is safe in a page. Admins are trusted; the text that they paste is not. */
export const safeArticle = htmlCleaner({
  tags: ['p', 'br', 'b', 'strong', 'i', 'em', 'ul', 'ol', 'li', 'h2', 'h3', 'h4', 'blockquote', 'a'],
  // A link leads to another site, or to a page of this app.
  isAddress: (href) => /^(?:https?:\/\/|\/(?![/\\]))/i.test(href),
  rel: 'noopener noreferrer',
})

/**
 * Replacements of entities in a plain text. Lists send plain text in a field that has HTML elsewhere: without angle brackets
 * it is harmless when it is taken for HTML.
 */
const entities = new Map([
  ['lt', ' '],
  ['gt', ' '],
  ['quot', '"'],
  ['amp', '&'],
])

/** Returns the text without tags, with a space in place of each tag. */
export function plainOf(html: string): string {
  const words = sanitizeHtml(html.replaceAll('<', ' <'), { allowedTags: [], allowedAttributes: {} })
  return words
    .replace(/&(lt|gt|quot|amp);/g, (whole, name: string) => entities.get(name) ?? whole)
    .replace(/\s+/g, ' ')
    .replace(/ (?=[.,;:!?])/g, '')
    .trim()
}

/** Returns the first words under the headings, cut between two words. */
export function excerptOf(html: string): string {
  const prose = plainOf(html.replace(/<(h[2-4])>.*?<\/\1>/gs, ''))
  const plain = prose === '' ? plainOf(html) : prose
  if (plain.length <= blogLimits.excerpt) return plain
  const cut = plain.slice(0, blogLimits.excerpt - 1).replace(/\p{Surrogate}/u, '')
  const end = cut.lastIndexOf(' ')
  return `${(end > 0 ? cut.slice(0, end) : cut).replace(/[\s.,;:–-]+$/, '')}…`
}

/** Returns the words that a search compares. */
export const articleTokens = (title: string, plain: string): string[] => [
  ...new Set(textParts(`${title} ${plain}`)),
]

/** Returns the slugs to try for a new article: its title as words, then the same with a unique end. */
export function slugsOf(article: { id: string; title: string }): [string, string] {
  const base = dashed(article.title.replace(/['’]/g, ''), 80) || 'article'
  const end = createHash('sha256').update(article.id).digest('hex').slice(0, 12)
  return [base, `${base}-${end}`]
}
