import { useRef } from 'react'
import { classNames } from '../class-names.ts'

export type Range = readonly [low: number, high: number]
interface Props {
  /** Spoken before each thumb's own name: "Price". */
  label: string
  min: number
  max: number
  step: number
  value: Range
  /** While a thumb moves. */
  onChange: (value: Range) => void
  /** When a thumb is let go or a key is up. */
  onCommit?: (value: Range) => void
  /** How a value is spoken: "₦2,000,000". */
  say?: (value: number) => string
  className?: string
}

/**
 * Two native range inputs on one track: each thumb is 28 px in a 44 px target, works by keyboard, says its value in
 * words, and cannot pass the other.
 */
export function RangeSlider({
  label,
  min,
  max,
  step,
  value,
  onChange,
  onCommit,
  say = String,
  className,
}: Props) {
  const [low, high] = value
  // What was chosen and not yet told: nothing when a key or a finger only passed by.
  const pending = useRef<Range>(undefined)
  const share = (v: number) => (max === min ? 0 : ((v - min) / (max - min)) * 100)
  const move = (next: Range) => {
    pending.current = next
    onChange(next)
  }
  const commit = () => {
    const chosen = pending.current
    pending.current = undefined
    if (chosen) onCommit?.(chosen)
  }
  // A drag may end in a scroll, a key may come up elsewhere: leaving the thumb settles it as well.
  const shared = { min, max, step, onPointerUp: commit, onKeyUp: commit, onBlur: commit }
  return (
    <fieldset aria-label={label} className={classNames('range-slider min-w-0', className)}>
      <div className="absolute inset-x-5.5 top-1/2 h-1 -translate-y-1/2 rounded-pill bg-line">
        <div
          className="absolute inset-y-0 rounded-pill bg-brand"
          style={{ left: `${share(low)}%`, right: `${100 - share(high)}%` }}
        />
      </div>
      <input
        type="range"
        {...shared}
        aria-label={`${label} from`}
        aria-valuetext={say(low)}
        value={low}
        // At the right end the lower thumb must stay reachable above the upper one.
        className={low > (min + max) / 2 ? 'z-20' : 'z-10'}
        onChange={(event) => move([Math.min(Number(event.target.value), high), high])}
      />
      <input
        type="range"
        {...shared}
        aria-label={`${label} to`}
        aria-valuetext={say(high)}
        value={high}
        className="z-10"
        onChange={(event) => move([low, Math.max(Number(event.target.value), low)])}
      />
    </fieldset>
  )
}
