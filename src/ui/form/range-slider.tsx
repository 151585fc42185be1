import { useRef, type KeyboardEvent } from 'react'
import { classNames } from '../class-names.ts'
import { stepRoundFigure, stepByKey, type Scale } from './scale.ts'

export type SliderRange = readonly [low: number, high: number]
interface Props {
  /** Spoken before each thumb's own name: "Price". */
  label: string
  min: number
  max: number
  step: number
  value: SliderRange
  /** While a thumb moves. */
  onChange: (value: SliderRange) => void
  /** When a thumb is let go or a key is up. */
  onCommit?: (value: SliderRange) => void
  /** How a value is spoken: "₦2,000,000". */
  format?: (value: number) => string
  /** Where the track is not spent evenly: fingers move to its round figures, arrow keys by `step` from any value. */
  scale?: Scale
  className?: string
}

/**
 * Two native range inputs on one track: each thumb is 28 px in a 44 px target, works by keyboard, announces its value in
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
  format = String,
  scale,
  className,
}: Props) {
  const [low, high] = value
  // What was chosen and not yet reported: nothing when a key or a finger only passed by.
  const pending = useRef<SliderRange>(undefined)
  // The values at the start of a drag; only while it lasts.
  const pressed = useRef<SliderRange>(undefined)
  const track = scale ? { min: 0, max: scale.ticks, step: 1 } : { min, max, step }
  const at = (v: number) => (scale ? scale.tickOf(v) : v)
  const share = (v: number) =>
    track.max === track.min ? 0 : ((at(v) - track.min) / (track.max - track.min)) * 100
  const commit = () => {
    const chosen = pending.current
    pending.current = undefined
    pressed.current = undefined
    if (chosen) onCommit?.(chosen)
  }
  /** What a place on the track means to the thumb that was moved there. */
  function meant(end: 0 | 1, place: number): number {
    if (!scale) return place
    const before = pressed.current?.[end]
    // Without a finger it was a voice or a switch, whose one step must lead somewhere.
    if (before === undefined) return stepRoundFigure(scale, value[end], place - at(value[end]))
    return place === at(before) ? before : scale.valueAt(place)
  }
  function move(end: 0 | 1, to: number) {
    const next: SliderRange = end === 0 ? [Math.min(to, high), high] : [low, Math.max(to, low)]
    pending.current = next
    onChange(next)
  }
  function press(end: 0 | 1, event: KeyboardEvent) {
    const to = scale && stepByKey(event, value[end], { min, max, step }, scale)
    if (to === undefined) return
    event.preventDefault()
    if (to !== value[end]) move(end, to)
  }
  const thumb = (end: 0 | 1) => ({
    ...track,
    'aria-label': `${label} ${end === 0 ? 'from' : 'to'}`,
    'aria-valuetext': format(value[end]),
    value: at(value[end]),
    onChange: ({ target }: { target: HTMLInputElement }) => move(end, meant(end, Number(target.value))),
    onKeyDown: (event: KeyboardEvent) => press(end, event),
    onPointerDown: () => (pressed.current = value),
    onPointerCancel: () => (pressed.current = undefined),
    // A drag may end in a scroll, a key may come up elsewhere: leaving the thumb settles it as well.
    onPointerUp: commit,
    onKeyUp: commit,
    onBlur: commit,
  })
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
        {...thumb(0)}
        // At the right end the lower thumb must stay reachable above the upper one.
        className={share(low) > 50 ? 'z-20' : 'z-10'}
      />
      <input type="range" {...thumb(1)} className="z-10" />
    </fieldset>
  )
}
