import { olderLabelYear } from '../contract/limits.ts'

/** Lower case without accents, so that "Citroën" and "citroen" meet. */
export function fold(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
}

/** Both documented spellings of the half-automatic gearbox are one (R-VAL-10). */
export function transmissionKey(transmission: string): string {
  const key = fold(transmission).replace(/[^a-z]/g, '')
  return key === 'semiautometic' ? 'semiautomatic' : key
}

/** What free text is looked up in. */
export function searchText(car: { title: string; make: string; model: string; year: number }): string {
  return fold(`${car.title} ${car.make} ${car.model} ${car.year}`)
}

/** `pre-2006` is every year before 2006. */
export const yearsBefore = (year: number) => `pre-${year}`

/**
 * The older entry of a screen: it starts below the lowest listed year, or below its label's year if that is later,
 * so that no car falls between the two (R-VAL-07).
 */
export function olderEntry(screen: keyof typeof olderLabelYear, lowestListed: number) {
  const label = olderLabelYear[screen]
  return {
    label: screen === 'home' ? `older than ${label}` : `Older than ${label}`,
    value: yearsBefore(Math.max(lowestListed, label)),
  }
}
