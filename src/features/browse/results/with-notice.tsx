import type { ReactNode } from 'react'
import { IconCloudOff } from '@tabler/icons-react'
import { useConnection, type ReadResult, type Scope } from '#local/react'
import { grouped } from '#contract/values/region.ts'
import { untoldAge, useAge } from '#parts/car-age.tsx'

interface Props {
  reading: Pick<ReadResult<unknown>, 'source' | 'asOf' | 'scope' | 'error' | 'refresh'>
  children: ReactNode
}

/** "Searching the 5,000 newest of 18,240 cars", or all of them. */
function scopeWords({ searched, of, listsMissing }: Scope): string {
  if (listsMissing) return `Searching ${grouped(searched)} cars, without all brands and places yet`
  if (searched >= of) return `Searching all ${grouped(of)} cars`
  return `Searching the ${grouped(searched)} newest of ${grouped(of)} cars`
}

/**
 * Says so when what is shown is not what the server says now; without it an old list would pass for a fresh one
 * (R-PWA-35). The cards make room by a transform: a notice that arrives late must not shift the page.
 */
export function WithNotice({ reading, children }: Props) {
  const { state } = useConnection()
  const { source, asOf, error, scope } = reading
  const age = useAge(scope?.asOf ?? asOf, source)
  const kept = source === 'phone'
  const silent = asOf !== undefined && (error !== undefined || (source !== 'network' && state === 'offline'))
  // A moment of the phone's own answer needs no words; one that stays and is no longer fresh does. Cars of the first HTML
  // tell their age one by one until the server has answered.
  const shown = silent || (kept && scope !== undefined && age !== undefined)
  const what = !kept
    ? 'Showing what was loaded before'
    : scope
      ? scopeWords(scope)
      : 'Showing cars saved on this phone'
  const since = age && (age.old ? age.words.replace('Saved ', 'as of ') : `as of ${age.words}`)
  return (
    <div className="relative" {...untoldAge(source, age !== undefined)}>
      <output className="absolute inset-x-0 top-0 block">
        {shown && (
          <span
            className={`flex h-18 items-center gap-3 rounded-grid pr-1 pl-4 text-13 ${silent ? 'bg-amber-tint text-amber-ink' : 'bg-sunken text-ink-2'}`}
          >
            {silent && <IconCloudOff size={20} stroke={1.75} aria-hidden className="shrink-0" />}
            <span className="min-w-0 flex-1">
              {silent && (
                <strong className="block font-semibold">
                  {state === 'offline' ? 'You are offline' : 'The server cannot be reached'}
                </strong>
              )}
              <span className="line-clamp-2">
                {what}
                {since !== undefined && ` – ${since}`}
              </span>
            </span>
            <button
              type="button"
              onClick={reading.refresh}
              className="min-h-11 shrink-0 rounded-pill px-3 font-semibold"
            >
              {silent ? 'Try again' : 'Refresh'}
            </button>
          </span>
        )}
      </output>
      <div className={`transition-transform duration-200 ${shown ? 'mb-21 translate-y-21' : ''}`}>
        {children}
      </div>
    </div>
  )
}
