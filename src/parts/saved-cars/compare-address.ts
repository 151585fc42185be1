import { comparable, mostCompared } from '#local/react'

/** Returns the address of a comparison, `/compare?cars=slug,slug`, which anybody can open. */
export function compareHref(slugs: readonly string[]): string {
  const names = comparable(slugs).map(encodeURIComponent)
  return names.length === 0 ? '/compare' : `/compare?cars=${names.join(',')}`
}

/** Returns the slugs in an address, each once; there may be more than can be compared. */
export function readComparedSlugs(search: string): string[] {
  const names = (new URLSearchParams(search).get('cars') ?? '').split(',').map((name) => name.trim())
  return [...new Set(names)].filter((name) => name !== '')
}

export const noneFits = `${mostCompared} cars are the most that fit side by side. Take one out first.`
