import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { Note } from './note.tsx'

interface Props {
  title: string
  /** A line below the title. */
  intro?: ReactNode
  /** Good news from the page before. */
  notice?: string | undefined
  children: ReactNode
}

/** A narrow page with one thing to do: bare on a phone, a card where there is room around it. */
export function EntryPage({ title, intro, notice, children }: Props) {
  return (
    <div className="mx-auto w-full max-w-[30rem] px-4 py-8 sm:py-12">
      <div className="sm:rounded-card sm:border sm:border-line sm:bg-surface sm:p-8 sm:shadow-e1">
        <h1 className="text-3xl font-bold">{title}</h1>
        {intro !== undefined && <p className="mt-1 text-ink-2">{intro}</p>}
        {notice !== undefined && <Note icon="done" title={notice} />}
        {children}
      </div>
    </div>
  )
}

interface WayProps {
  href: string
  /** Handed on to that page. */
  state?: object
  children: ReactNode
}

/** A way to another page, with a finger's room around it. */
export function Way({ href, state, children }: WayProps) {
  return (
    <Link
      href={href}
      {...(state ? { state } : {})}
      className="inline-flex min-h-11 items-center font-medium text-brand hover:underline"
    >
      {children}
    </Link>
  )
}
