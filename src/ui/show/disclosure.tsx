import { IconChevronDown } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import { Icon } from '../icon.tsx'

interface Props {
  title: ReactNode
  /** Right of the title: "1 selected". */
  note?: ReactNode
  startsOpen?: boolean
  className?: string
  children: ReactNode
}

/** A section that folds, by the browser's own `<details>`: works before any script runs and opens on find-in-page. */
export function Disclosure({ title, note, startsOpen = false, className, children }: Props) {
  return (
    <details open={startsOpen} className={classNames('group', className)}>
      <summary className="flex min-h-11 list-none items-center gap-2 rounded-chip [&::-webkit-details-marker]:hidden">
        <h3 className="min-w-0 flex-1 font-sans text-lg font-semibold tracking-normal">{title}</h3>
        {note && <span className="text-sm text-ink-3">{note}</span>}
        <Icon of={IconChevronDown} className="text-ink-3 transition-transform group-open:rotate-180" />
      </summary>
      {children}
    </details>
  )
}
