import { useMemo, type ReactNode } from 'react'
import type { CarDetail } from '#contract/cars.ts'
import { Price } from '#parts/price.tsx'
import { richHtml } from '#parts/rich-article.tsx'
import { Section } from '#ui/show/section.tsx'
import { parseFeatures } from '../words.ts'
import { introductionOf } from '#catalogue'

/** Shows the car's introduction: one line that is based on stated facts, and the facts below it. */
export function CarIntroduction({ car }: { car: CarDetail }) {
  const persona = introductionOf({ ...car, carfeatures: parseFeatures(car.carfeatures) })
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

const prose =
  'text-lg text-ink-2 [&_blockquote]:border-l-2 [&_blockquote]:border-line [&_blockquote]:pl-3 [&_h3]:font-semibold [&_h3]:text-ink [&_h4]:font-semibold [&_li]:ml-5 [&_ol]:list-decimal [&_strong]:text-ink [&_ul]:list-disc [&>*+*]:mt-3'

/** Shows the seller's text, read-only, with condition, model and price (R-CAR-05, R-CAR-23), and the features. */
export function Description({ car }: { car: CarDetail }) {
  const text = useMemo(() => richText(car.description), [car.description])
  const features = parseFeatures(car.carfeatures)
  const rows = [
    { label: 'Condition', text: car.condition },
    { label: 'Model', text: `${car.make} ${car.model}`.trim() },
    { label: 'Price', text: <Price amount={car.price} decimals={2} /> },
  ].filter((r) => r.text !== '')
  return (
    <>
      <Section title="Description">
        <dl className="mt-3 flex flex-wrap gap-x-6 gap-y-2 text-sm">
          {rows.map((row) => (
            <div key={row.label} className="flex flex-col gap-x-1.5 sm:flex-row">
              <dt className="text-ink-3">{row.label}</dt>
              <dd className="font-medium">{row.text}</dd>
            </div>
          ))}
        </dl>
        <div className={`mt-3 max-w-text ${prose}`}>{text}</div>
      </Section>
      {features.length > 0 && (
        <Section title="Features">
          <ul className="mt-3 flex flex-wrap gap-2">
            {features.map((feature) => (
              <li key={feature} className="rounded-pill border border-line bg-surface px-3.5 py-1.5 text-sm">
                {feature}
              </li>
            ))}
          </ul>
        </Section>
      )}
    </>
  )
}

/** Elements that a description may contain; none of them has an attribute. */
const elements = new Map([
  ...'p div br strong em u s ul ol li blockquote h3 h4'.split(' ').map((name) => [name, name] as const),
  ['b', 'strong'],
  ['i', 'em'],
  ['h1', 'h3'],
  ['h2', 'h3'],
])
/** Renders the HTML of a description (R-CAR-23). */
export const richText = (html: string): ReactNode => richHtml(html, elements)
