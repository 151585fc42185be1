import type { ReactNode } from 'react'
import { Icon, type IconShape } from '../icon.tsx'

interface Props {
  icon?: IconShape
  /** Reason why there is nothing. */
  title: ReactNode
  /** Advice below the title. */
  children?: ReactNode
  /** Buttons with a next step. */
  actions?: ReactNode
  /** Level of the heading; `h1` when the empty state is the whole screen. */
  level?: 'h1' | 'h2'
}

/** Shows an empty state with its reason and a next step. */
export function EmptyState({ icon, title, children, actions, level: Heading = 'h2' }: Props) {
  return (
    <div className="mx-auto flex max-w-[26rem] flex-col items-center px-4 py-12 text-center">
      {icon && (
        <span className="mb-4 inline-flex size-16 items-center justify-center rounded-pill bg-brand-tint text-brand">
          <Icon of={icon} size={30} />
        </span>
      )}
      <Heading className="text-xl font-bold">{title}</Heading>
      {children && <div className="mt-2 text-ink-2">{children}</div>}
      {actions && <div className="mt-6 flex flex-wrap justify-center gap-3">{actions}</div>}
    </div>
  )
}
