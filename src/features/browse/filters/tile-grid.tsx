import type { ReactNode } from 'react'
import { grouped } from '#contract/values/region.ts'
import type { Option } from './facets.ts'

interface Props {
  options: readonly Option[]
  isOn: (value: string) => boolean
  onToggle: (value: string) => void
  columns: string
  /** A picture above the words. */
  picture?: (option: Option) => ReactNode
  /** Counts decide the order and are still on their way: tiles hold the places and cannot be chosen. */
  waiting?: boolean
}

const tile =
  'relative flex h-full min-h-13 flex-col items-center justify-center rounded-input border border-line bg-surface px-1 py-1.5 text-center text-sm font-medium'

/** Options as tiles: checkboxes in dress. */
export function TileGrid({ options, isOn, onToggle, columns, picture, waiting = false }: Props) {
  if (waiting) return <WaitingTiles count={options.length} columns={columns} tall={picture !== undefined} />
  return (
    <ul className={`grid gap-2 ${columns}`}>
      {options.map((option) => (
        <li key={option.value} className={option.label.length > 12 ? 'col-span-2' : undefined}>
          <label
            className={`${tile} transition has-checked:border-brand has-checked:bg-brand-tint has-checked:text-brand has-checked:ring-1 has-checked:ring-brand has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-brand`}
          >
            <input
              type="checkbox"
              checked={isOn(option.value)}
              onChange={() => onToggle(option.value)}
              className="sr-only"
            />
            {picture?.(option)}
            <span className={option.count === 0 && !isOn(option.value) ? 'text-ink-3' : ''}>
              {option.label}
            </span>
            <span className="min-h-4 text-xs font-normal text-ink-3">
              {option.count === undefined ? '' : grouped(option.count)}
            </span>
          </label>
        </li>
      ))}
    </ul>
  )
}

function WaitingTiles({ count, columns, tall }: { count: number; columns: string; tall: boolean }) {
  return (
    <div aria-hidden className={`grid gap-2 ${columns}`}>
      {Array.from({ length: count }, (_, i) => (
        <div key={i} className={tile}>
          {tall && <span className="h-9" />}
          <span>{'\u00a0'}</span>
          <span className="min-h-4 text-xs" />
        </div>
      ))}
    </div>
  )
}
