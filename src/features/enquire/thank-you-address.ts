import type { CarInBrief } from '#parts/forms/about-car.tsx'

/** Returns an address that alone identifies the enquiry and the car, so that a reload shows the same page. */
export function thankYouPath(ref: string, slug: string): string {
  return `/thankyou?ref=${encodeURIComponent(ref)}&car=${encodeURIComponent(slug)}`
}

/** Returns whether the outcome of the enquiry is not announced yet. */
export function isUnannounced(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'untold' in state
}

/** Returns the car of the enquiry (R-NAV-27), if the history entry has it. */
export function readThankYouCar(state: unknown): CarInBrief | undefined {
  if (typeof state !== 'object' || state === null || !('car' in state)) return undefined
  const { car } = state
  if (typeof car !== 'object' || car === null) return undefined
  const fields = car as Partial<CarInBrief>
  if (typeof fields.slug !== 'string' || typeof fields.title !== 'string') return undefined
  if (typeof fields.price !== 'number') return undefined
  const asOf = Number.isFinite(fields.asOf) ? fields.asOf : undefined
  return { slug: fields.slug, title: fields.title, price: fields.price, picture: fields.picture, asOf }
}
