import { carTypes } from '#contract/limits.ts'

const drawnTypes: ReadonlySet<string> = new Set(carTypes)

/** Shows a body type as a silhouette from `public/bodies.svg`; an unknown type gets the sedan. */
export function BodyIcon({ type, className = '' }: { type: string; className?: string }) {
  return (
    <svg viewBox="0 0 980 430" aria-hidden className={className}>
      <use href={`/bodies.svg#${(drawnTypes.has(type) ? type : 'Sedan').toLowerCase()}`} />
    </svg>
  )
}
