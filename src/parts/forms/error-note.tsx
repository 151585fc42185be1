import { IconAlertCircle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Button } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { Icon } from '#ui/icon.tsx'

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

/** Says that this phone does not have the list to choose from, with a retry button. */
export function ListMissing(props: { of: string; className?: string; onRetry: () => void }) {
  const { of, className = 'mt-2', onRetry } = props
  return (
    <div className={`flex items-center justify-between gap-3 text-13 text-amber-ink ${className}`}>
      <output>The list of {of} is not on this phone yet; it needs a signal.</output>
      <Button look="quiet" size="sm" className="shrink-0" onClick={onRetry}>
        Try again
      </Button>
    </div>
  )
}
