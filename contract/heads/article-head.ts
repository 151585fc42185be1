import type { Head } from './head.ts'

export const articleAddress = (slug: string): string => `/blog/${encodeURIComponent(slug)}`

/** An article for search engines; `words` is its text without tags. */
export const articleHead = (article: { title: string; slug: string }, words: string): Required<Head> => ({
  title: article.title,
  description: words,
  canonical: articleAddress(article.slug),
  noIndex: false,
})
