import { IconCloudOff, IconAlertCircle, IconCheck, IconChecks, IconClock } from '@tabler/icons-react'
import { useServerNow, type MessageState } from '#local/react'
import { formatTime } from '#parts/freshness.tsx'
import { Icon, type IconShape } from '#ui/icon.tsx'
import { classNames } from '#ui/class-names.ts'

/** Tells that the data comes from this phone, and since when it is not live. */
export function NotLive({ asOf }: { asOf: number | undefined }) {
  const now = useServerNow()
  return (
    <output className="flex min-h-8 shrink-0 items-center gap-2 bg-sunken px-4 py-1 text-13 text-ink-2">
      <Icon of={IconCloudOff} size={16} />
      {asOf === undefined ? 'Not live.' : `Not live. As of ${formatTime(asOf, now)}.`}
    </output>
  )
}

const marks: Record<Exclude<MessageState, 'received'>, { icon: IconShape; words: string; look: string }> = {
  waiting: { icon: IconClock, words: 'Waiting', look: '' },
  refused: { icon: IconAlertCircle, words: 'Not sent', look: 'text-danger' },
  sent: { icon: IconCheck, words: 'Sent', look: '' },
  delivered: { icon: IconChecks, words: 'Delivered', look: '' },
  read: { icon: IconChecks, words: 'Read', look: 'text-brand' },
}

/** Renders the state of a sent message as icon and text: clock, one tick, two ticks, two ticks in the brand colour. */
export function OwnMark({ state, className }: { state: MessageState; className?: string }) {
  if (state === 'received') return null
  const { icon, words, look } = marks[state]
  return (
    <span title={words}>
      <Icon
        of={icon}
        size={16}
        stroke={state === 'read' ? 2.5 : 1.75}
        className={classNames(look, className)}
      />
      <span className="sr-only">{words} </span>
    </span>
  )
}
