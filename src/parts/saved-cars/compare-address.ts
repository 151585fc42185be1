import { comparable, mostCompared } from '#local/react'

/** The address is the comparison: anybody may be sent it. `/compare?cars=slug,slug` */
export function compareHref(slugs: readonly string[]): string {
  const names = comparable(slugs).map(encodeURIComponent)
  return names.length === 0 ? '/compare' : `/compare?cars=${names.join(',')}`
}

/** The cars an address names, each once; also those above the most that can be compared. */
export function readComparedSlugs(search: string): string[] {
  const names = (new URLSearchParams(search).get('cars') ?? '').split(',').map((name) => name.trim())
  return [...new Set(names)].filter((name) => name !== '')
}

export const noneFits = `${mostCompared} cars are the most that fit side by side. Take one out first.`
