import type { ReactNode } from 'react'
import { Breadcrumb } from '#ui/nav/breadcrumb.tsx'
import { PageHead } from '#ui/page-head.tsx'
import { useConnection } from '#local/react'
import { Button } from '#ui/button.tsx'
import type { IconShape } from '#ui/icon.tsx'

interface Props {
  title: string
  /** Description for search engines and shared links, at most 160 characters. */
  description: string
  /** Sentence below the heading. */
  intro: ReactNode
  children: ReactNode
  /** Whether search engines must not list the page. */
  noIndex?: boolean
  /** Content beside the form on a wide screen, below it on a phone. */
  aside?: ReactNode
}

/** Shows a page with one form: without a frame on a phone, as a card on a wider screen. */
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
  /** Subject of the sentence "Your message is kept on this phone"; undefined when another text says that already. */
  what: string | undefined
  children: string
}

/** Renders the button of a form that may wait, with a line of reserved space, so that nothing moves when the network is lost. */
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
