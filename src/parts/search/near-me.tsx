import { lazy, Suspense, useState, type ReactNode } from 'react'
import type { ListingState } from '#catalogue'
import type { FindNear as Finder, NearSearchResult } from './find-near.tsx'

const Unable: typeof Finder = () => null
const FindNear = lazy(() =>
  import('./find-near.tsx').then(
    (part) => ({ default: part.FindNear }),
    () => ({ default: Unable }),
  ),
)

interface Props {
  state: ListingState
  onChange: (next: ListingState) => void
  /** Why it could not be done. */
  onRefused: (words: string) => void
  /** The button of the place it is at. */
  children: (button: { busy: boolean; onClick: () => void }) => ReactNode
}

/** Cars near the person: requests the position on the tap and never before. */
export function NearMe({ state, onChange, onRefused, children }: Props) {
  const [busy, setBusy] = useState(false)
  function done(outcome: NearSearchResult) {
    setBusy(false)
    if ('next' in outcome) onChange(outcome.next)
    else onRefused(outcome.words)
  }
  return (
    <>
      {children({ busy, onClick: () => setBusy(true) })}
      {busy && (
        <Suspense fallback={null}>
          <FindNear state={state} onDone={done} />
        </Suspense>
      )}
    </>
  )
}
