import { classNames } from '../class-names.ts'

interface Props {
  className?: string
  /** Classes of the text line around the block: its height and margins. */
  line?: string
}

/** Shows a pulsing placeholder in the exact size of the coming content; hidden from screen readers. */
export function Skeleton({ className, line }: Props) {
  const block = (
    <div
      aria-hidden
      className={classNames('animate-breathe rounded-chip bg-sunken dark:bg-raised', className)}
    />
  )
  return line === undefined ? block : <div className={classNames('flex items-center', line)}>{block}</div>
}
