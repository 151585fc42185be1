import { IconChevronDown, IconClock } from '@tabler/icons-react'
import type { DealerProfile } from '#contract/users/dealers.ts'
import { regionOf } from '#contract/values/region.ts'
import { wallTime } from '#contract/values/zone.ts'
import { useServerNow, useSiteSettings } from '#local/react'
import { hoursLines, openState } from '#parts/contact/opening-hours.ts'
import { Icon } from '#ui/icon.tsx'

/** Whether they are there now, on the market's clock; unfolded, the whole week. */
export function Hours({ week }: { week: DealerProfile['opening_hours'] }) {
  const { market } = useSiteSettings()
  const state = openState(week, wallTime(regionOf[market].timeZone, useServerNow()))
  if (!state) return null
  return (
    <details className="group">
      <summary className="-my-2 flex min-h-11 list-none items-center gap-2.5 rounded-chip text-sm [&::-webkit-details-marker]:hidden">
        <Icon of={IconClock} className="text-ink-3" />
        <span className="min-w-0 flex-1">
          <span className={`font-semibold ${state.open ? 'text-success' : 'text-ink'}`}>
            {state.open ? 'Open now' : 'Closed now'}
          </span>
          <span className="text-ink-2">
            {state.open ? ` · until ${state.until}` : state.next && ` · opens ${state.next}`}
          </span>
          <span className="sr-only">. Opening hours of the week</span>
        </span>
        <Icon
          of={IconChevronDown}
          size={18}
          className="text-ink-3 transition-transform group-open:rotate-180"
        />
      </summary>
      <ul className="mt-2 ml-7.5 space-y-0.5 text-sm text-ink-2 tabular-nums">
        {hoursLines(week).map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </details>
  )
}
