import { classNames } from '../class-names.ts'

/** A breathing block in the exact size of what will stand there; hidden from screen readers. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <div
      aria-hidden
      className={classNames('animate-breathe rounded-chip bg-sunken dark:bg-raised', className)}
    />
  )
}
