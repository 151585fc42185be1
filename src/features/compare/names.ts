import type { Compared } from '#local/react'

/** What to call a car; one that this phone does not know is called by the words of its address. */
export function nameOf({ car, slug }: Pick<Compared, 'car' | 'slug'>): string {
  if (car) return car.title
  const words = slug.split('-').filter((word) => word !== '')
  // The last word of a slug only tells two ads of the same name apart.
  const told = words.length > 2 && /^[0-9a-f]{6,}$/.test(words.at(-1) ?? '') ? words.slice(0, -1) : words
  return told.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(' ')
}
