import type { Head } from './head.ts'

export const articleAddress = (slug: string): string => `/blog/${encodeURIComponent(slug)}`

/** Words whose tags were replaced by spaces, as they are read. */
const readable = (words: string): string =>
  words
    .replace(/[<>\s]+/g, ' ')
    .replace(/ (?=[.,;:!?])/g, '')
    .trim()

/** An article for search engines; `words` is its text without tags. */
export const articleHead = (article: { title: string; slug: string }, words: string): Required<Head> => ({
  title: article.title,
  description: readable(words),
  canonical: articleAddress(article.slug),
  noIndex: false,
})
