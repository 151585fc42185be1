import { type ReactNode, useId } from 'react'
import type { DisputedField } from '#local/react'
import { classNames } from '#ui/class-names.ts'
import { TextInput } from '#ui/form/text-input.tsx'
import { Textarea } from '#ui/form/textarea.tsx'
import { canBeTyped, type FieldChoice, isNumber, type ConflictSide } from './choices.ts'

interface Props {
  field: DisputedField
  label: string
  /** A value as a person reads it. */
  format: (value: unknown) => string
  choice: FieldChoice
  onChange: (change: Partial<FieldChoice>) => void
}
/** Longer texts get room for several lines. */
const long = 60

/** One field that both sides changed: this phone, the other device, or something else. Native radio buttons. */
export function DisputedChoice({ field, label, format, choice, onChange }: Props) {
  const name = useId()
  const card = (side: ConflictSide, head: string, value: ReactNode) => (
    <label
      className={classNames(
        'flex min-h-11 items-start gap-3 rounded-input border p-3 transition has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-brand',
        choice.side === side ? 'border-brand bg-brand-tint' : 'border-control bg-surface hover:bg-sunken',
      )}
    >
      <input
        type="radio"
        name={name}
        value={side}
        checked={choice.side === side}
        onChange={() => onChange({ side })}
        className="mt-0.5 size-5 shrink-0 accent-brand outline-none"
      />
      <span className="min-w-0 flex-1">
        <span className={value === undefined ? 'block font-semibold' : 'block text-13 text-ink-2'}>
          {head}
        </span>
        {value !== undefined && <span className="block font-semibold wrap-anywhere">{value}</span>}
      </span>
    </label>
  )
  const Control = !isNumber(field) && choice.edited.length > long ? Textarea : TextInput
  return (
    <fieldset>
      <legend className="mb-2 font-semibold">
        {label}
        <span className="ml-2 text-13 font-normal text-ink-3">was {format(field.before)}</span>
      </legend>
      <div className="flex flex-col gap-2">
        {card('mine', 'This phone', format(field.mine))}
        {card('theirs', 'Other device', format(field.theirs))}
        {canBeTyped(field) && card('edit', 'Edit', undefined)}
        {choice.side === 'edit' && (
          <Control
            label={`New value for ${label}`}
            hideLabel
            value={choice.edited}
            inputMode={isNumber(field) ? 'decimal' : 'text'}
            onChange={(event: { target: { value: string } }) => onChange({ edited: event.target.value })}
          />
        )}
      </div>
    </fieldset>
  )
}
