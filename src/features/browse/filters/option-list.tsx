import { useState, type ReactNode } from 'react'
import { grouped } from '#contract/values/region.ts'
import { Checkbox } from '#ui/form/checkbox.tsx'
import { Skeleton } from '#ui/show/skeleton.tsx'
import type { Option } from './facets.ts'

/**
 * Sorts options by count, highest first. The order is decided once, when the counts are first known, so that options do not move
 * away under a finger.
 */
export function useSteadyOrder<T extends Option>(options: readonly T[]): T[] {
  const [order, setOrder] = useState<readonly string[]>()
  const counted = options.length > 0 && options.every((o) => o.count !== undefined)
  if (order === undefined && counted) {
    setOrder([...options].sort((a, b) => (b.count ?? 0) - (a.count ?? 0)).map((o) => o.value))
  }
  if (order === undefined) return [...options]
  const place = (o: Option) => {
    const at = order.indexOf(o.value)
    return at === -1 ? order.length : at
  }
  return [...options].sort((a, b) => place(a) - place(b))
}

interface Props<T extends Option> {
  options: readonly T[]
  isOn: (option: T) => boolean
  onToggle: (option: T) => void
  /** Whether the counts are loading; placeholder rows then take the places, so that nothing is sorted visibly. */
  waiting: boolean
  /** Number of options to show until the person requests all. */
  short?: number
  /** Noun for all options: "provinces". */
  all?: string
  /** Renders content below an option. */
  below?: (option: T) => ReactNode
  /** Renders content at the end of an option's row. */
  beside?: (option: T) => ReactNode
}

export function OptionList<T extends Option>(props: Props<T>) {
  const { isOn, onToggle, waiting, short = Number.POSITIVE_INFINITY, all = 'options', below, beside } = props
  const options = useSteadyOrder(props.options)
  const [full, setFull] = useState(false)
  if (waiting) return <WaitingRows count={Number.isFinite(short) ? short + 1 : props.options.length} />
  // Chosen options stay visible in the short list.
  const shown = full ? options : options.filter((o, i) => i < short || isOn(o))
  return (
    <>
      <ul>
        {shown.map((option) => (
          <li key={option.value}>
            <div className="flex items-center gap-1">
              <Checkbox
                className="min-w-0 flex-1"
                label={<span className="block truncate">{option.label}</span>}
                checked={isOn(option)}
                onChange={() => onToggle(option)}
                faint={option.count === 0 && !isOn(option)}
                {...(option.count === undefined ? {} : { trailing: grouped(option.count) })}
              />
              {beside?.(option)}
            </div>
            {below?.(option)}
          </li>
        ))}
      </ul>
      {options.length > short && (
        <button
          type="button"
          aria-expanded={full}
          onClick={() => setFull(!full)}
          className="min-h-11 text-sm font-semibold text-brand"
        >
          {full ? 'Show fewer' : `Show all ${options.length} ${all}`}
        </button>
      )}
    </>
  )
}

function WaitingRows({ count }: { count: number }) {
  return (
    <div aria-hidden>
      {Array.from({ length: count }, (_, i) => i).map((i) => (
        <div key={i} className="flex min-h-11 items-center gap-3">
          <Skeleton className="size-5.5" />
          <Skeleton className="h-4 flex-1" />
          <Skeleton className="h-4 w-8" />
        </div>
      ))}
    </div>
  )
}
