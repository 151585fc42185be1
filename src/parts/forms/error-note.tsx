import { IconAlertCircle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { classNames } from '#ui/class-names.ts'
import { Icon } from '#ui/icon.tsx'

/** An error, shown where it happened. */
export function ErrorNote({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <p
      role="alert"
      className={classNames(
        'flex gap-2.5 rounded-input bg-danger-tint px-3.5 py-3 text-sm text-danger',
        className,
      )}
    >
      <Icon of={IconAlertCircle} />
      <span>{children}</span>
    </p>
  )
}
