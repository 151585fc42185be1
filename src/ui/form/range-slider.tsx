import { useRef, type KeyboardEvent } from 'react'
import { classNames } from '../class-names.ts'
import { stepRoundFigure, stepByKey, type Scale } from './scale.ts'

export type SliderRange = readonly [low: number, high: number]
interface Props {
  /** Text that screen readers read before each thumb's own name: "Price". */
  label: string
  min: number
  max: number
  step: number
  value: SliderRange
  /** Called while a thumb moves. */
  onChange: (value: SliderRange) => void
  /** Called when a thumb or a key is released. */
  onCommit?: (value: SliderRange) => void
  /** Formats a value for screen readers: "₦2,000,000". */
  format?: (value: number) => string
  /** Uneven scale of the track: pointers move to its round figures, arrow keys move by `step` from any value. */
  scale?: Scale
  className?: string
}

/**
 * Renders two native range inputs on one track. Each thumb is 28 px in a 44 px target, works by keyboard, announces its value
 * in words and cannot pass the other.
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
  // The value that is chosen and not yet reported; undefined when a key or a pointer changed nothing.
  const pending = useRef<SliderRange>(undefined)
  // The values at the start of a drag; undefined outside of a drag.
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
  /** Returns the value of a track position that a thumb was moved to. */
  function meant(end: 0 | 1, place: number): number {
    if (!scale) return place
    const before = pressed.current?.[end]
    // Without a pressed pointer the change comes from voice or switch control, and each of their steps must change the value.
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
    // A drag may end in a scroll and a key may be released elsewhere, so the blur of a thumb commits too.
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
