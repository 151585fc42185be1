import { classNames } from '../class-names.ts'

interface Props {
  className?: string
  /** Classes of the line of text in whose middle it stands: its height and what is around it. */
  line?: string
}

/** A breathing block in the exact size of what will stand there; hidden from screen readers. */
export function Skeleton({ className, line }: Props) {
  const block = (
    <div
      aria-hidden
      className={classNames('animate-breathe rounded-chip bg-sunken dark:bg-raised', className)}
    />
  )
  return line === undefined ? block : <div className={classNames('flex items-center', line)}>{block}</div>
}
