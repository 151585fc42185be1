import { introductionOf } from '#catalogue'
import type { CarDetail } from '#contract/cars.ts'
import { featureList } from '../words.ts'

/** The car speaks: one line that rests on stated facts, and the facts right below it. */
export function Introduction({ car }: { car: CarDetail }) {
  const persona = introductionOf({ ...car, carfeatures: featureList(car.carfeatures) })
  return (
    <figure className="rounded-card rounded-bl-[4px] bg-brand-tint px-4 py-3.5">
      <blockquote className="font-display text-balance text-[1.0625rem]/6 font-semibold tracking-display text-brand">
        “{persona.line}”
      </blockquote>
      <figcaption className="mt-1.5 text-13 text-ink-2">
        {persona.name}
        <span className="sr-only">, because the seller states: </span>
        <span aria-hidden> · </span>
        {persona.facts.map((f) => f.text).join(', ')}
      </figcaption>
    </figure>
  )
}
