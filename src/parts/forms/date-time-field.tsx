import { type ComponentProps, useMemo, useState } from 'react'
import { useServerNow } from '#local/react'
import { TextInput } from '#ui/form/text-input.tsx'
import { type ChipOption, ChoiceChips } from './choice-chips.tsx'
import { daysFrom, onOwnClock, slotsOf, soonest, zoneWords } from './slots.ts'

type Props = Omit<ComponentProps<typeof TextInput>, 'label' | 'type' | 'value'> & {
  timeZone: string
  /** YYYY-MM-DDTHH:MM on the clock of the zone, or nothing. */
  value: string
  onPick: (value: string) => void
}
const shape = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d)/

/** When to meet: a day and a half hour at a tap, or any other time typed; nothing that is over (R-VAL-60, R-VAL-61). */
export function DateTimeField({ timeZone, value, onPick, ...input }: Props) {
  const now = useServerNow()
  const [, day, time] = shape.exec(value) ?? []
  const [tapped, setTapped] = useState<string>()
  const shownDay = day ?? tapped
  const { days, zone, min } = useMemo(
    () => ({
      days: daysFrom(timeZone, now).map((d): ChipOption => ({ value: d.day, label: d.label })),
      zone: zoneWords(timeZone, now),
      min: soonest(timeZone, now),
    }),
    [timeZone, now],
  )
  const elsewhere = time === undefined ? undefined : onOwnClock(value, timeZone)
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
          const still = slotsOf(chosen, timeZone, now).some((slot) => slot.time === time && !slot.past)
          if (time !== undefined && still) onPick(`${chosen}T${time}`)
          else if (value !== '') onPick('')
        }}
        row
      />
      {shownDay !== undefined && (
        <ChoiceChips
          label="Time"
          choices={slotsOf(shownDay, timeZone, now).map((slot) => ({
            value: slot.time,
            label: slot.time,
            disabled: slot.past,
          }))}
          value={time}
          onChoose={(chosen) => onPick(`${shownDay}T${chosen}`)}
        />
      )}
    </div>
  )
}
