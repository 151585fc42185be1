import { IconAlertCircle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Icon } from '#ui/icon.tsx'

/** An error, shown where it happened. */
export function ErrorNote({ children }: { children: ReactNode }) {
  return (
    <p role="alert" className="flex gap-2.5 rounded-input bg-danger-tint px-3.5 py-3 text-sm text-danger">
      <Icon of={IconAlertCircle} />
      <span>{children}</span>
    </p>
  )
}
