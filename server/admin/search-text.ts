/** How lists of the admin area are searched: every word must be somewhere in the text, whatever its letter case. */

export const searchWordsOf = (search: string | undefined): string[] =>
  (search ?? '').split(/\s+/).filter((word) => word !== '')

/** SQL: `text` has all words of the parameter `words`. */
export const hasWords = (words: string, text: string): string =>
  `not exists (select 1 from unnest(${words}::text[]) w where position(lower(w) in lower(${text})) = 0)`
