import { IconCloudOff } from '@tabler/icons-react'
import { useServerNow } from '#local/react'
import { timeOf } from '#parts/freshness.tsx'
import { Icon } from '#ui/icon.tsx'

/** Says quietly that what is shown is what this phone has, and since when. */
export function NotLive({ asOf }: { asOf: number | undefined }) {
  const now = useServerNow()
  return (
    <output className="flex min-h-8 shrink-0 items-center gap-2 bg-sunken px-4 py-1 text-13 text-ink-2">
      <Icon of={IconCloudOff} size={16} />
      {asOf === undefined ? 'Not live.' : `Not live. As of ${timeOf(asOf, now)}.`}
    </output>
  )
}
