import { type ReactNode, useId } from 'react'

interface Props {
  title: ReactNode
  /** Classes of the heading. */
  look?: string
  className?: string
  children: ReactNode
}

/** A part of a page, named by its heading. */
export function Section({ title, look = 'text-xl font-bold', className, children }: Props) {
  const id = useId()
  return (
    <section aria-labelledby={id} className={className}>
      <h2 id={id} className={look}>
        {title}
      </h2>
      {children}
    </section>
  )
}
