import { useEffect, useRef, type ReactNode } from 'react'
import { IconRefresh } from '@tabler/icons-react'
import type { ListingState } from '#catalogue'
import { priceRange, sortLabels, sortValues, type SortValue } from '#contract/limits.ts'
import { counted, grouped } from '#contract/values/region.ts'
import { IconButton } from '#ui/icon-button.tsx'
import { Select } from '#ui/form/select.tsx'
import { useNotify } from '#ui/layer/snackbar.tsx'
import { Chip, RemovableChip } from '#ui/show/chip.tsx'
import { NearMe } from '#parts/search/near-me.tsx'
import type { Applied } from '#parts/search/applied.ts'
import { changeFilters, isChosen, toggleOption, type ListKey } from '#parts/search/filter-change.ts'
import type { Browse } from '../use-browse.ts'
import { AlertChip } from './no-results.tsx'

const sections: { section: 'price' | 'year'; label: string; set: (s: ListingState) => boolean }[] = [
  { section: 'price', label: 'Max price', set: (s) => s.max_price !== 0 && s.max_price !== priceRange.max },
  { section: 'year', label: 'Year', set: (s) => s.year.length > 0 },
]
const quick: { key: ListKey; value: string }[] = [
  { key: 'transmission', value: 'Automatic' },
  { key: 'bodytype', value: 'SUV' },
  { key: 'bodytype', value: 'Hatchback' },
  { key: 'bodytype', value: 'Pickup' },
  { key: 'fueltype', value: 'Diesel' },
]
const sortOptions = sortValues.map((value) => ({ value, label: sortLabels[value] }))
const isSort = (value: string): value is SortValue => sortValues.some((s) => s === value)

/** Shows the active filters, shortcuts, the number of cars and the order. */
export function ResultsBar({ browse, applied }: { browse: Browse; applied: readonly Applied[] }) {
  const { state, count, loading, change: onChange } = browse
  const notify = useNotify()
  const absent = count === 0 ? undefined : applied.find((a) => a.absent)
  const row = useRef<HTMLUListElement>(null)
  useEffect(() => {
    // The newest filter is at the start of the row.
    row.current?.scrollTo?.({ left: 0, behavior: 'smooth' })
  }, [applied.length])
  return (
    <>
      <ul
        ref={row}
        aria-label="Filters"
        className="-mx-4 flex gap-2 overflow-x-auto overscroll-x-contain px-4 py-1 [scrollbar-width:none]"
      >
        {applied.map((a) => (
          <Item key={a.key}>
            <AppliedChip applied={a} onChange={onChange} />
          </Item>
        ))}
        {absent?.model !== undefined && (
          <Item>
            <AlertChip key={absent.model} model={absent.model} />
          </Item>
        )}
        {sections
          .filter((s) => !s.set(state))
          .map(({ section, label }) => (
            <Item key={section} className="wide:hidden">
              <Chip onClick={() => browse.openSheet(section)}>{label}</Chip>
            </Item>
          ))}
        {state.city.length === 0 && (
          <Item>
            <NearMe
              state={state}
              onChange={onChange}
              onRefused={(message) => notify({ severity: 'info', message })}
            >
              {({ busy, onClick }) => <Chip onClick={onClick}>{busy ? 'Finding you …' : 'Near me'}</Chip>}
            </NearMe>
          </Item>
        )}
        {quick
          .filter((q) => !isChosen(state, q.key, q.value))
          .map(({ key, value }) => (
            <Item key={value}>
              <Chip pressed={false} onClick={() => onChange(toggleOption(state, key, value))}>
                {value}
              </Chip>
            </Item>
          ))}
      </ul>
      <div className="flex min-h-11 items-center justify-between gap-3">
        <output
          title={loading && count !== undefined ? 'The last count. Counting again …' : undefined}
          className={`mr-auto font-display text-xl font-bold tracking-display tabular-nums ${loading ? 'opacity-60' : ''}`}
        >
          {count === undefined ? (
            <span className="sr-only">Loading cars</span>
          ) : (
            <>
              {counted(count, 'car')}
              {state.page > 1 && <span className="sr-only">, page {state.page}</span>}
              {loading && <span className="sr-only">, counting again</span>}
            </>
          )}
        </output>
        {/* The button's neighbour has a constant width: the late count must not move the button. */}
        <IconButton
          icon={IconRefresh}
          label="Refresh"
          onClick={browse.refresh}
          aria-busy={browse.reading.refreshing}
          className="-mr-2 text-ink-3! aria-busy:*:motion-safe:animate-spin"
        />
        <Select
          label="Sort by"
          hideLabel
          look="quiet"
          options={sortOptions}
          value={state.sortBy}
          onChange={({ target }) => {
            if (isSort(target.value)) onChange(changeFilters(state, { sortBy: target.value }))
          }}
        />
      </div>
    </>
  )
}

function Item({ className = '', children }: { className?: string; children: ReactNode }) {
  return <li className={`shrink-0 ${className}`}>{children}</li>
}

/** Shows an active filter. A word that only ranks cars is struck out if no car has it, and a tap on it makes it a condition. */
function AppliedChip(props: { applied: Applied; onChange: Browse['change'] }) {
  const { onChange } = props
  const { label, without, wish } = props.applied
  if (wish?.cars === undefined) return <RemovableChip label={label} onRemove={() => onChange(without)} />
  return (
    <Chip onClick={() => onChange(wish.must)}>
      {wish.cars === 0 ? <s>not found: {wish.word}</s> : `Only ${label}: ${grouped(wish.cars)}`}
    </Chip>
  )
}
