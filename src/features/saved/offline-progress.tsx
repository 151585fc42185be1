import { IconCircleCheck, IconCloudDown, IconDatabase } from '@tabler/icons-react'
import { useConnection, useOfflineProgress, type PinHalt } from '#local/react'
import { Icon } from '#ui/icon.tsx'
import { Pill } from '#ui/show/pill.tsx'

/** Why more is not fetched now, and what changes that. */
const because: Readonly<Record<PinHalt, string>> = {
  lean: 'With Save-Data on, one picture each.',
  wifi: 'The other pictures wait for Wi-Fi.',
  cap: 'No more pictures fit, so some cars have only their first.',
  full: 'This phone has no room for more pictures.',
  stopped: 'Stopped, because you cleared them.',
}

/** "12 of 50 saved": how many favourites open without signal, pictures and all. */
export function OfflineProgress() {
  const { of, saved, halt } = useOfflineProgress()
  const offline = useConnection().state === 'offline'
  if (of === 0) return null
  const done = saved === of
  const words = `${saved} of ${of} saved`
  const more = halt === undefined ? !done && offline && 'Goes on when you are back online.' : because[halt]
  return (
    <div className="mt-2 max-w-md">
      <div className="flex flex-wrap items-center gap-x-2 text-sm text-ink-2">
        <Icon
          of={done ? IconCircleCheck : IconCloudDown}
          size={18}
          className={done ? 'text-success' : 'text-ink-3'}
        />
        <output className="font-medium tabular-nums">{words}</output>
        {more && <span>{more}</span>}
      </div>
      {!done && halt !== 'stopped' && (
        <progress
          aria-label="Favourites saved for the times without signal"
          value={saved}
          max={of}
          className="mt-1.5 block h-1.5 w-full appearance-none overflow-hidden rounded-pill bg-sunken [&::-moz-progress-bar]:bg-brand [&::-webkit-progress-bar]:bg-sunken [&::-webkit-progress-value]:bg-brand"
        />
      )}
    </div>
  )
}

/** On the picture of a car that does not open without signal yet. */
export function NotOffline() {
  return (
    <span className="pointer-events-none absolute inset-x-0 top-0 flex aspect-[4/3] items-end p-3 pb-8">
      <Pill icon={IconCloudDown} className="bg-surface! text-ink!">
        Not offline yet
      </Pill>
    </span>
  )
}

export function StorageLink() {
  return (
    <p className="mt-8 text-sm">
      <a
        href="/storage"
        className="-ml-3 inline-flex min-h-11 items-center gap-2 rounded-pill px-3 font-semibold text-brand hover:bg-brand-tint"
      >
        <Icon of={IconDatabase} size={18} />
        Storage on this phone
      </a>
    </p>
  )
}
