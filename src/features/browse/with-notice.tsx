import type { ReactNode } from 'react'
import { IconCloudOff } from '@tabler/icons-react'
import { useConnection, useServerNow, type Reading } from '#local/react'
import { timeOf } from '#parts/freshness.tsx'

interface Props {
  reading: Pick<Reading<unknown>, 'source' | 'asOf' | 'error' | 'refresh'>
  children: ReactNode
}

/**
 * Says so when what is shown is not what the server says now; without it an old list would pass for a fresh one
 * (R-PWA-35). The cards make room by a transform: a notice that arrives late must not shift the page.
 */
export function WithNotice({ reading, children }: Props) {
  const { state } = useConnection()
  const now = useServerNow()
  const { source, asOf, error } = reading
  const old = asOf !== undefined && (error !== undefined || (source === 'phone' && state === 'offline'))
  const what = source === 'phone' ? 'showing cars saved on this phone' : 'showing what was loaded before'
  return (
    <div className="relative">
      <output className="absolute inset-x-0 top-0 block">
        {old && (
          <span className="flex h-14 items-center gap-2 rounded-grid bg-amber-tint pr-1 pl-4 text-13 text-amber-ink">
            <IconCloudOff size={20} stroke={1.75} aria-hidden className="shrink-0" />
            <span className="min-w-0 flex-1">
              {state === 'offline' ? 'You are offline' : 'The server cannot be reached'} – {what},{' '}
              {timeOf(asOf, now)}
            </span>
            <button
              type="button"
              onClick={reading.refresh}
              className="min-h-11 rounded-pill px-3 font-semibold"
            >
              Try again
            </button>
          </span>
        )}
      </output>
      <div className={`transition-transform duration-200 ${old ? 'mb-17 translate-y-17' : ''}`}>
        {children}
      </div>
    </div>
  )
}
