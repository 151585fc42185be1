import { createHash } from 'node:crypto'
import sanitizeHtml from 'sanitize-html'
import { dashed, textParts } from '#catalogue'
import { blogLimits } from '#contract/blogs.ts'
import { htmlCleaner } from '../kernel/http/clean-html.ts'

/** An article that is safe to put into a page. Admins are trusted, what they paste is not. */
export const safeArticle = htmlCleaner({
  tags: ['p', 'br', 'b', 'strong', 'i', 'em', 'ul', 'ol', 'li', 'h2', 'h3', 'h4', 'blockquote', 'a'],
  // Elsewhere on the web, or a page of this app.
  isAddress: (href) => /^(?:https?:\/\/|\/(?![/\\]))/i.test(href),
  rel: 'noopener noreferrer',
})

/** Lists carry these words where others carry HTML: without angle brackets they are harmless where that is mixed up. */
const entities = new Map([
  ['lt', ' '],
  ['gt', ' '],
  ['quot', '"'],
  ['amp', '&'],
])

/** The words alone, with a space wherever a tag parted them. */
export function plainOf(html: string): string {
  const words = sanitizeHtml(html.replaceAll('<', ' <'), { allowedTags: [], allowedAttributes: {} })
  return words
    .replace(/&(lt|gt|quot|amp);/g, (whole, name: string) => entities.get(name) ?? whole)
    .replace(/\s+/g, ' ')
    .replace(/ (?=[.,;:!?])/g, '')
    .trim()
}

/** The first words under the headings, cut between two of them. */
export function excerptOf(html: string): string {
  const prose = plainOf(html.replace(/<(h[2-4])>.*?<\/\1>/gs, ''))
  const plain = prose === '' ? plainOf(html) : prose
  if (plain.length <= blogLimits.excerpt) return plain
  const cut = plain.slice(0, blogLimits.excerpt - 1)
  const end = cut.lastIndexOf(' ')
  return `${(end > 0 ? cut.slice(0, end) : cut).replace(/[\s.,;:–-]+$/, '')}…`
}

/** What a search looks at. */
export const articleTokens = (title: string, plain: string): string[] => [
  ...new Set(textParts(`${title} ${plain}`)),
]

/** The addresses to try for a new article: its title as words, then with an end that no other has. */
export function slugsOf(article: { id: string; title: string }): [string, string] {
  const base = dashed(article.title.replace(/['’]/g, ''), 80) || 'article'
  const end = createHash('sha256').update(article.id).digest('hex').slice(0, 12)
  return [base, `${base}-${end}`]
}
