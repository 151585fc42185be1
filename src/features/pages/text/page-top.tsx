import type { ReactNode } from 'react'
import { Breadcrumb } from '#ui/nav/breadcrumb.tsx'
import { PageHead } from '#ui/page-head.tsx'

interface Props {
  title: string
  /** For search engines and shared links, at most 160 characters. */
  description: string
  /** One or two sentences under the heading. */
  children: ReactNode
}

/** What every page of text begins with. */
export function PageTop({ title, description, children }: Props) {
  return (
    <>
      <PageHead title={title} description={description} />
      <div className="print:hidden">
        <Breadcrumb trail={[{ label: 'Home', href: '/' }, { label: title }]} />
      </div>
      <h1 className="mt-3 text-3xl font-bold">{title}</h1>
      <p className="mt-2 max-w-text text-lg text-ink-2">{children}</p>
    </>
  )
}
