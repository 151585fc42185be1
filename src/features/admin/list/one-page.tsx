import type { ServerQuery } from '#local/react'
import { type ReactNode, useEffect, useRef } from 'react'
import { Skeleton } from '#ui/show/skeleton.tsx'
import { Answer } from './answer.tsx'
import { BackLink } from './cells.tsx'
import { useRestoredFocus } from './focus.ts'

interface Props<T> {
  query: ServerQuery<{ data: T }>
  back: { href: string; words: string }
  title: (thing: T) => string
  state?: (thing: T) => ReactNode
  /** Names and values; empty values are left out. */
  facts: (thing: T) => readonly (readonly [name: string, value: ReactNode])[]
  children: (thing: T) => ReactNode
}

/** Shows one entry of a list: the link back, its title and its facts. */
export function OnePage<T>({ query, back, title, state, facts, children }: Props<T>) {
  const heading = useRef<HTMLHeadingElement>(null)
  const { data } = query
  const loaded = data !== undefined
  useEffect(() => {
    if (loaded) heading.current?.focus({ preventScroll: true })
  }, [loaded])
  useRestoredFocus(heading, data)
  const skeleton = (
    <div className="mt-1 space-y-4">
      <Skeleton className="h-9 w-64" />
      <Skeleton className="h-40 rounded-card!" />
    </div>
  )
  return (
    <div className="mt-2">
      <BackLink href={back.href}>{back.words}</BackLink>
      <Answer query={query} what="This" skeleton={skeleton}>
        {({ data: thing }) => (
          <>
            <div className="mt-1 flex flex-wrap items-center justify-between gap-3">
              <h2
                ref={heading}
                tabIndex={-1}
                className="min-w-0 text-2xl font-bold wrap-anywhere outline-none"
              >
                {title(thing)}
              </h2>
              {state?.(thing)}
            </div>
            <dl className="mt-4 grid gap-x-6 gap-y-3 rounded-card bg-surface p-5 shadow-e1 sm:grid-cols-2 lg:grid-cols-3">
              {facts(thing)
                .filter(([, value]) => value !== '')
                .map(([name, value]) => (
                  <div key={name} className="min-w-0">
                    <dt className="text-13 text-ink-3">{name}</dt>
                    <dd className="font-medium wrap-anywhere tabular-nums">{value}</dd>
                  </div>
                ))}
            </dl>
            {children(thing)}
          </>
        )}
      </Answer>
    </div>
  )
}
