import { useId } from 'react'
import type { ListingState } from '#catalogue'
import { changed } from '#parts/search/filter-change.ts'

const steps = [0, 25, 50, 100, 200]

/** How far around the chosen cities; an address may ask for any other distance, which then has its own choice. */
export function Distance({
  state,
  onChange,
}: {
  state: ListingState
  onChange: (next: ListingState) => void
}) {
  const name = useId()
  const within = state.within_km ?? 0
  const choices = [...new Set([...steps, within])].sort((a, b) => a - b)
  const [only] = state.city
  const whose = state.city.length === 1 ? only : 'these cities'
  return (
    <fieldset className="mt-3 min-w-0">
      <legend className="text-sm font-medium text-ink-2">Distance from {whose}</legend>
      <div className="mt-2 grid grid-cols-5 gap-1.5 wide:grid-cols-3">
        {choices.map((km) => (
          <label
            key={km}
            className="relative flex min-h-11 items-center justify-center rounded-pill border border-line bg-surface text-13 tabular-nums font-medium transition has-checked:border-brand has-checked:bg-brand-tint has-checked:text-brand has-checked:ring-1 has-checked:ring-brand has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-brand"
          >
            <input
              type="radio"
              name={name}
              value={km}
              checked={within === km}
              onChange={() => onChange(changed(state, { within_km: km === 0 ? undefined : km }))}
              className="sr-only"
            />
            {km === 0 ? (
              <span>
                City<span className="sr-only"> only</span>
              </span>
            ) : (
              `${km} km`
            )}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
