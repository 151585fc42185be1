import { Skeleton } from '#ui/show/skeleton.tsx'
import type { ComponentProps, ReactNode, Ref } from 'react'
import { Pager } from '#ui/nav/pager.tsx'
import { Link } from 'wouter'
import { Pill } from '#ui/show/badge.tsx'

interface Props<T> {
  rows: readonly T[]
  keyOf: (row: T) => string
  /** Pager, for a list with several pages. */
  pager?: ComponentProps<typeof Pager>
  children: (row: T) => ReactNode
}

export function RowList<T>({ rows, keyOf, pager, children }: Props<T>) {
  return (
    <>
      <ul className="space-y-3">
        {rows.map((row) => (
          <li key={keyOf(row)}>{children(row)}</li>
        ))}
      </ul>
      {pager && (
        <div className="mt-6">
          <Pager {...pager} />
        </div>
      )}
    </>
  )
}

export function ListSkeleton({ height }: { height: string }) {
  return (
    <div className="space-y-3">
      {Array.from({ length: 3 }, (_, key) => (
        <Skeleton key={key} className={`${height} rounded-card!`} />
      ))}
    </div>
  )
}

export const linkLook = 'inline-flex min-h-11 items-center font-medium text-brand hover:underline'

/** Shows the number and the e-mail address of a person as links. */
export function ContactLinks({ number, email }: { number: string; email: string }) {
  return (
    <p className="mt-1 flex flex-wrap gap-x-5 text-sm">
      {number !== '' && (
        <a href={`tel:${number.replace(/[^\d+]/g, '')}`} className={linkLook}>
          {number}
        </a>
      )}
      <a href={`mailto:${encodeURIComponent(email)}`} className={linkLook}>
        <span className="wrap-anywhere">{email}</span>
      </a>
    </p>
  )
}

interface FactsCardProps {
  title: string
  /** Address that the title links to. */
  href?: string | undefined
  state: { words: string; tone: ComponentProps<typeof Pill>['tone'] }
  /** Names and values; empty values are left out. */
  facts: readonly (readonly [name: string, value: string])[]
  /** Ref of the heading, for a caller that moves the focus to it. */
  heading?: Ref<HTMLHeadingElement>
  children?: ReactNode
}

/** Shows one entry of a list: name, state and facts. */
export function FactsCard({ title, href, state, facts, heading, children }: FactsCardProps) {
  return (
    <article className="rounded-card border border-line bg-surface p-4">
      <div className="flex min-h-7 items-center justify-between gap-4">
        <h2
          ref={heading}
          tabIndex={heading ? -1 : undefined}
          className="truncate font-sans text-lg font-semibold tracking-normal outline-none"
        >
          {href === undefined ? (
            title
          ) : (
            <Link href={href} className="-my-2.5 inline-block min-w-11 py-2.5 leading-6 hover:underline">
              {title}
            </Link>
          )}
        </h2>
        <Pill tone={state.tone}>{state.words}</Pill>
      </div>
      <dl className="mt-2 grid grid-cols-2 gap-x-4 gap-y-2 sm:grid-cols-4">
        {facts
          .filter(([, value]) => value !== '')
          .map(([name, value]) => (
            <div key={name} className="min-w-0">
              <dt className="text-13 text-ink-3">{name}</dt>
              <dd className="truncate font-medium tabular-nums" title={value}>
                {value}
              </dd>
            </div>
          ))}
      </dl>
      {children}
    </article>
  )
}
