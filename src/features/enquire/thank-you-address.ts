import type { CarInBrief } from '#parts/forms/about-car.tsx'

/** The address alone identifies the enquiry and the car, so that a reload shows the same. */
export function thankYouPath(ref: string, slug: string): string {
  return `/thankyou?ref=${encodeURIComponent(ref)}&car=${encodeURIComponent(slug)}`
}

/** Whether the outcome of the enquiry has yet to be announced. */
export function isUnannounced(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'untold' in state
}

/** The car one wrote about (R-NAV-27), if the history entry carries it. */
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
