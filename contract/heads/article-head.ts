import type { Head } from './head.ts'

export const articleAddress = (slug: string): string => `/blog/${encodeURIComponent(slug)}`

/** Normalises the spaces of a text whose tags were replaced by spaces. */
const readable = (words: string): string =>
  words
    .replace(/[<>\s]+/g, ' ')
    .replace(/ (?=[.,;:!?])/g, '')
    .trim()

/** Returns the metadata of an article; `words` is its text without tags. */
export const articleHead = (article: { title: string; slug: string }, words: string): Required<Head> => ({
  title: article.title,
  description: readable(words),
  canonical: articleAddress(article.slug),
  noIndex: false,
})

/** R-ERR-27 */
export const noBlog = 'Blog not available'

const steps = [
  { unit: 'year', ms: 365 * 86_400_000 },
  { unit: 'month', ms: 30 * 86_400_000 },
  { unit: 'day', ms: 86_400_000 },
  { unit: 'hour', ms: 3_600_000 },
  { unit: 'minute', ms: 60_000 },
] as const

/** Returns the age in the largest unit that has fully passed: "3 days ago". */
export function timeAgo(at: number, now: number): string {
  const passed = Math.max(0, now - at)
  const step = steps.find(({ ms }) => passed >= ms)
  if (!step) return 'just now'
  const n = Math.floor(passed / step.ms)
  return `${n} ${step.unit}${n === 1 ? '' : 's'} ago`
}
