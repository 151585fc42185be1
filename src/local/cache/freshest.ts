import type { CarCard } from '#contract/cars.ts'

const limit = 2000

/**
 * Remembers the newest card of each car this page has seen and hands it back in place of an older one: an answer that
 * was overtaken on its way never takes a screen back in time (I18).
 */
export function createFreshest(): (card: CarCard) => CarCard {
  const newest = new Map<string, CarCard>()
  return (card) => {
    const known = newest.get(card._id)
    if (known && known.version > card.version) return known
    newest.delete(card._id)
    newest.set(card._id, card)
    if (newest.size > limit) {
      const [oldest] = newest.keys()
      if (oldest !== undefined) newest.delete(oldest)
    }
    return card
  }
}
