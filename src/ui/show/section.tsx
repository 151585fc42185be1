import { type ReactNode, useId } from 'react'

interface Props {
  title: ReactNode
  level?: 'h2' | 'h3'
  /** Classes of the heading. */
  look?: string
  className?: string
  children: ReactNode
}

/** Renders a part of a page, named by its heading. */
export function Section(props: Props) {
  const { title, level: Heading = 'h2', look = 'text-xl font-bold', className, children } = props
  const id = useId()
  return (
    <section aria-labelledby={id} className={className}>
      <Heading id={id} className={look}>
        {title}
      </Heading>
      {children}
    </section>
  )
}
