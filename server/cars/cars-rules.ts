import { createHash } from 'node:crypto'
import { fold } from '#catalogue'
import { htmlCleaner } from '../kernel/http/clean-html.ts'

/** A description that is safe to put into a page, with what a seller may lay it out with (R-CAR-23). */
export const safeDescription = htmlCleaner({
  tags: ['p', 'br', 'b', 'strong', 'i', 'em', 'ul', 'ol', 'li', 'h3', 'h4', 'a'],
  isAddress: (href) => /^https?:\/\//i.test(href),
  rel: 'nofollow noopener',
})

/** Every view counts but the seller's own (R-ENT-10). */
export function countsAsView(viewer: string | undefined, creator: string): boolean {
  return viewer !== creator
}

/** The address of a new ad: its title as words, then an end that no other ad has. It stays when the title changes. */
export function slugOf(ad: { id: string; title: string }): string {
  const words = fold(ad.title)
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 80)
    .replace(/^-+|-+$/g, '')
  const end = createHash('sha256').update(ad.id).digest('hex').slice(0, 12)
  return `${words === '' ? 'car' : words}-${end}`
}
