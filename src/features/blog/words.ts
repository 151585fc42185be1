/** The title as a card shows it (R-BLOG-02). */
export function cutTitle(title: string): string {
  const characters = Array.from(title)
  return characters.length > 25 ? `${characters.slice(0, 22).join('')}...` : title
}

const two = (n: number) => String(n).padStart(2, '0')

/** DD-MM-YYYY (R-BLOG-08), of the day it is in Greenwich, so that everybody reads the same one. */
export function dayOf(instant: string): string {
  const at = new Date(instant)
  return `${two(at.getUTCDate())}-${two(at.getUTCMonth() + 1)}-${at.getUTCFullYear()}`
}
