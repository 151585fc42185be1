import { useMemo, createElement, Fragment, type ReactNode } from 'react'
import type { CarDetail } from '#contract/cars.ts'
import { Price } from '#parts/price.tsx'
import { parseFeatures } from '../words.ts'
import { introductionOf } from '#catalogue'
import { hasTooManyTags, htmlLimits, isBlock } from '#contract/values/html.ts'

/** The car speaks: one line that rests on stated facts, and the facts right below it. */
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

/** What the seller wrote, read-only, with condition, model and price (R-CAR-05, R-CAR-23), and the features. */
export function Description({ car }: { car: CarDetail }) {
  const text = useMemo(() => richText(car.description), [car.description])
  const features = parseFeatures(car.carfeatures)
  const rows = [
    { label: 'Condition', text: car.condition },
    { label: 'Model', text: `${car.make} ${car.model}`.trim() },
  ].filter((r) => r.text !== '')
  return (
    <>
      <section aria-labelledby="description">
        <h2 id="description" className="text-xl font-bold">
          Description
        </h2>
        <dl className="mt-3 flex flex-wrap gap-x-6 gap-y-2 text-sm">
          {rows.map((row) => (
            <div key={row.label} className="flex flex-col gap-x-1.5 sm:flex-row">
              <dt className="text-ink-3">{row.label}</dt>
              <dd className="font-medium">{row.text}</dd>
            </div>
          ))}
          <div className="flex flex-col gap-x-1.5 sm:flex-row">
            <dt className="text-ink-3">Price</dt>
            <dd>
              <Price amount={car.price} decimals={2} className="font-medium" />
            </dd>
          </div>
        </dl>
        <div className={`mt-3 max-w-text ${prose}`}>{text}</div>
      </section>
      {features.length > 0 && (
        <section aria-labelledby="features">
          <h2 id="features" className="text-xl font-bold">
            Features
          </h2>
          <ul className="mt-3 flex flex-wrap gap-2">
            {features.map((feature) => (
              <li key={feature} className="rounded-pill border border-line bg-surface px-3.5 py-1.5 text-sm">
                {feature}
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}

/** The only elements a description may become; none of them ever carries an attribute. */
const allowed = new Map([
  ...['p', 'br', 'strong', 'em', 'u', 's', 'ul', 'ol', 'li', 'blockquote', 'h3', 'h4'].map(
    (name) => [name, name] as const,
  ),
  ['div', 'p'],
  ['b', 'strong'],
  ['i', 'em'],
  ['h1', 'h3'],
  ['h2', 'h3'],
])
/** Elements whose text is not prose either. */
const dropped = /<(script|style|template|iframe|noscript|textarea|title|svg|math)\b[\s\S]*?(?:<\/\1\s*>|$)/gi
const named = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
  ['nbsp', ' '],
])

function decoded(text: string): string {
  return text.replace(/&(#x[\da-f]{1,6}|#\d{1,7}|[a-z]+);/gi, (whole, name: string) => {
    if (!name.startsWith('#')) return named.get(name.toLowerCase()) ?? whole
    const point = name[1]?.toLowerCase() === 'x' ? parseInt(name.slice(2), 16) : Number(name.slice(1))
    return point > 0 && point <= 0x10ffff ? String.fromCodePoint(point) : ''
  })
}

interface Open {
  element: string
  /** Of a flattened element, those of the element it is in. */
  children: ReactNode[]
  flat?: boolean
}

/**
 * Description HTML as React elements of a short list, without attributes: whatever else the text holds stays text or
 * falls away, and what is nested too deeply is flattened. The server sanitises as well; this is what makes an old copy on
 * the phone harmless (R-CAR-23).
 */
export function richText(html: string): ReactNode {
  const stack: Open[] = [{ element: '', children: [] }]
  const top = () => stack[stack.length - 1] ?? { element: '', children: [] }
  const close = () => {
    const done = stack.pop()
    if (!done || done.flat === true) return
    const into = top().children
    into.push(createElement(done.element, { key: into.length }, ...done.children))
  }
  const flatten = (element: string) => {
    const { children } = top()
    if (isBlock(element) && typeof children.at(-1) === 'string')
      children.push(createElement('br', { key: children.length }))
    stack.push({ element, children, flat: true })
  }
  const clean = html.replace(/<!--[\s\S]*?(?:-->|$)/g, '').replace(dropped, '')
  if (hasTooManyTags(clean)) return decoded(clean.replace(/<[^<>]*>/g, ' '))
  for (const [token] of clean.matchAll(/<[^<>]*>|[^<]+|</g)) {
    const tag = /^<(\/?)([a-z][a-z\d]*)\b[^>]*>$/i.exec(token)
    if (!tag) {
      if (!/^<[!/?]/.test(token)) top().children.push(decoded(token))
      continue
    }
    const element = allowed.get((tag[2] ?? '').toLowerCase())
    if (element === undefined) continue
    if (element === 'br') {
      if (tag[1] === '') top().children.push(createElement('br', { key: top().children.length }))
    } else if (tag[1] === '') {
      // A paragraph cannot hold a block: HTML closes it, so do we.
      if (top().element === 'p' && /^(?:p|ul|ol|h3|h4|blockquote)$/.test(element)) close()
      if (stack.length <= htmlLimits.depth) stack.push({ element, children: [] })
      else flatten(element)
    } else if (stack.some((open) => open.element === element)) {
      while (top().element !== element) close()
      close()
    }
  }
  while (stack.length > 1) close()
  return createElement(Fragment, null, ...top().children)
}
