import { isComing } from '../coming-pages.ts'

/** A link inside running text; one to a page that is not built yet says so. */
export function Link({ to, children }: { to: string; children: string }) {
  return (
    <>
      <a href={to} className="font-medium text-brand underline underline-offset-2">
        {children}
      </a>
      {isComing(to) && ' (soon)'}
    </>
  )
}
