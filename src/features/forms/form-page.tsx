import type { ReactNode } from 'react'
import { Breadcrumb } from '#ui/nav/breadcrumb.tsx'
import { PageHead } from '#ui/page-head.tsx'
import { useConnection } from '#local/react'
import { Button } from '#ui/button.tsx'
import type { IconShape } from '#ui/icon.tsx'

interface Props {
  title: string
  /** For search engines and shared links, at most 160 characters. */
  description: string
  /** A sentence under the heading. */
  intro: ReactNode
  children: ReactNode
  /** Not for search engines. */
  noIndex?: boolean
  /** Beside the form where there is room, below it on a phone. */
  aside?: ReactNode
}

/** A page with one form: bare on a phone, a card where there is room around it. */
export function FormPage({ title, description, noIndex = false, intro, children, aside }: Props) {
  return (
    <div className={`mx-auto px-4 py-6 sm:py-10 ${aside === undefined ? 'max-w-[44rem]' : 'max-w-page'}`}>
      <PageHead title={title} description={description} noIndex={noIndex} />
      <Breadcrumb trail={[{ label: title }]} />
      <h1 className="mt-3 text-3xl font-bold">{title}</h1>
      <p className="mt-2 max-w-text text-lg text-ink-2">{intro}</p>
      <div className={aside === undefined ? '' : 'lg:grid lg:grid-cols-[minmax(0,1fr)_22rem] lg:gap-8'}>
        <div className="mt-6 sm:rounded-card sm:border sm:border-line sm:bg-surface sm:p-8 sm:shadow-e1">
          {children}
        </div>
        {aside}
      </div>
    </div>
  )
}

interface SubmitProps {
  icon: IconShape
  busy: boolean
  /** In a sentence: "Your message is kept on this phone"; undefined when that is shown already. */
  what: string | undefined
  children: string
}

/** The button of a form that may wait, and a line that always has its room: nothing jumps when the network goes. */
export function QueuedSubmit({ icon, busy, what, children }: SubmitProps) {
  const offline = useConnection().state === 'offline'
  return (
    <div>
      <Button type="submit" wide icon={icon} loading={busy}>
        {children}
      </Button>
      <output className="block min-h-12 pt-2 text-13 text-ink-3">
        {offline &&
          what !== undefined &&
          `You are offline. ${what} is kept on this phone and goes out when you are back online.`}
      </output>
    </div>
  )
}
