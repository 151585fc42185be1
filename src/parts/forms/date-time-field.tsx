import { type ComponentProps, useMemo, useState, useId } from 'react'
import { useServerNow } from '#local/react'
import { TextInput } from '#ui/form/text-input.tsx'
import {
  type Slot,
  listBookableDays,
  formatOnOwnClock,
  listSlots,
  findNextSlot,
  formatZone,
} from './slots.ts'

interface ChoiceChipsProps {
  label: string
  choices: readonly Slot[]
  value: string | undefined
  onChoose: (value: string) => void
  /** Whether the choices are one scrolling row instead of a grid. */
  row?: boolean
}

/** Offers choices of which at most one is selected. They are native radio buttons, so the arrow keys work. */
function ChoiceChips({ label, choices, value, onChoose, row = false }: ChoiceChipsProps) {
  const name = useId()
  return (
    <fieldset className="mt-3 min-w-0">
      <legend className="sr-only">{label}</legend>
      <div
        className={
          row
            ? 'scrollbar-none -mx-1 flex snap-x scroll-px-1 gap-2 overflow-x-auto p-1 sm:flex-wrap'
            : 'grid grid-cols-[repeat(auto-fill,minmax(4.75rem,1fr))] gap-2'
        }
      >
        {choices.map((choice) => (
          <label
            key={choice.value}
            className="relative flex min-h-11 shrink-0 snap-start items-center justify-center rounded-pill border border-control bg-surface px-3.5 text-sm font-medium whitespace-nowrap text-ink tabular-nums transition hover:border-ink-3 has-checked:border-brand has-checked:bg-brand has-checked:text-on-brand has-disabled:cursor-not-allowed has-disabled:border-line has-disabled:text-ink-3 has-disabled:line-through has-focus-visible:outline-2 has-focus-visible:outline-brand"
          >
            <input
              type="radio"
              name={name}
              value={choice.value}
              checked={choice.value === value}
              disabled={choice.disabled}
              onChange={() => onChoose(choice.value)}
              className="absolute inset-0 size-full appearance-none rounded-pill opacity-0"
            />
            {choice.label}
          </label>
        ))}
      </div>
    </fieldset>
  )
}

type Props = Omit<ComponentProps<typeof TextInput>, 'label' | 'type' | 'value'> & {
  timeZone: string
  /** YYYY-MM-DDTHH:MM in the time zone, or empty. */
  value: string
  onPick: (value: string) => void
}
const shape = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d)/

/** Picks a future date and time: a day and a half hour by tap, or any other time by typing (R-VAL-60, R-VAL-61). */
export function DateTimeField({ timeZone, value, onPick, ...input }: Props) {
  const now = useServerNow()
  const [, day, time] = shape.exec(value) ?? []
  const [tapped, setTapped] = useState<string>()
  const shownDay = day ?? tapped
  const { days, zone, min } = useMemo(
    () => ({
      days: listBookableDays(timeZone, now),
      zone: formatZone(timeZone, now),
      min: findNextSlot(timeZone, now),
    }),
    [timeZone, now],
  )
  const elsewhere = time === undefined ? undefined : formatOnOwnClock(value, timeZone)
  return (
    <div>
      <TextInput
        label="Date & time"
        type="datetime-local"
        min={min}
        value={value}
        hint={
          <>
            Times are in {zone}.{elsewhere !== undefined && <> Your own clock shows {elsewhere} then.</>}
          </>
        }
        {...input}
      />
      <ChoiceChips
        label="Day"
        choices={days}
        value={shownDay}
        onChoose={(chosen) => {
          setTapped(chosen)
          const still = listSlots(chosen, timeZone, now).some((slot) => slot.value === time && !slot.disabled)
          if (time !== undefined && still) onPick(`${chosen}T${time}`)
          else if (value !== '') onPick('')
        }}
        row
      />
      {shownDay !== undefined && (
        <ChoiceChips
          label="Time"
          choices={listSlots(shownDay, timeZone, now)}
          value={time}
          onChoose={(chosen) => onPick(`${shownDay}T${chosen}`)}
        />
      )}
    </div>
  )
}
