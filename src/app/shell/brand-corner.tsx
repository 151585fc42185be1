import { useSiteSettings } from '#local/react'
import { ConnectionMark, useConnectionWords } from '../status/connection-mark.tsx'
import { Wordmark } from './wordmark.tsx'

/**
 * Name and tagline (R-NAV-46). While there is no good signal the tagline gives its place to that news, so that
 * nothing on the page moves.
 */
export function BrandCorner() {
  const { name, tagline } = useSiteSettings()
  const { state } = useConnectionWords()
  return (
    <div className="flex min-w-0 flex-col">
      <a
        href="/"
        aria-label={`${name}, ${tagline}`}
        className="relative inline-flex self-start after:absolute after:inset-x-0 after:-inset-y-2.5"
      >
        <Wordmark name={name} />
      </a>
      {state === 'online' ? (
        <span className="truncate text-xs/4 text-ink-3">{tagline}</span>
      ) : (
        <ConnectionMark className="text-ink-2" />
      )}
    </div>
  )
}
