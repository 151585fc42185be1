import { useEffect, useId, useRef, useState, type ReactNode } from 'react'
import type { Dispute, OutboxEntry, Resolution, DisputedField } from '#local/react'
import {
  canBeTyped,
  type Choices,
  choicesAgain,
  type ConflictSide,
  type FieldChoice,
  initialChoices,
  isNumber,
  isUnreadable,
  resolveChoices,
} from './conflict-choices.ts'
import { useMoney } from '#parts/price.tsx'
import { Button } from '#ui/button.tsx'
import { Sheet } from '#ui/layer/sheet.tsx'
import { labelField, formatValue } from './field-words.ts'
import { isAboutAd } from './titles.ts'
import { classNames } from '#ui/class-names.ts'
import { TextInput } from '#ui/form/text-input.tsx'
import { Textarea } from '#ui/form/textarea.tsx'

interface DisputedChoiceProps {
  field: DisputedField
  label: string
  /** Formats a value for display. */
  format: (value: unknown) => string
  choice: FieldChoice
  error: string | undefined
  onChange: (change: Partial<FieldChoice>) => void
}
/** Length in characters above which a text gets several lines. */
const long = 60

/** Shows one field that both sides changed, with native radio buttons for this phone, the other device, or typed text. */
function DisputedChoice({ field, label, format, choice, error, onChange }: DisputedChoiceProps) {
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
  const before = `was ${format(field.before)}`
  // Screen readers read the legend with each choice, so a long earlier value is not in the legend.
  const isLong = before.length > long
  return (
    <fieldset>
      <legend className="mb-2 font-semibold">
        {label}
        {!isLong && <span className="ml-2 text-13 font-normal text-ink-3">{before}</span>}
      </legend>
      {isLong && <p className="-mt-1 mb-2 line-clamp-2 text-13 wrap-anywhere text-ink-3">{before}</p>}
      <div className="flex flex-col gap-2">
        {card('mine', 'This phone', format(field.mine))}
        {card('theirs', 'Other device', format(field.theirs))}
        {canBeTyped(field) && card('edit', 'Edit', undefined)}
        {choice.side === 'edit' && (
          <Control
            label={`New value for ${label}`}
            hideLabel
            value={choice.edited}
            error={error}
            inputMode={isNumber(field) ? 'decimal' : 'text'}
            onChange={(event: { target: { value: string } }) => onChange({ edited: event.target.value })}
          />
        )}
      </div>
    </fieldset>
  )
}

interface Props {
  entry: OutboxEntry
  dispute: Dispute
  title: string
  open: boolean
  onResolve: (how: Resolution) => void
  onClose: () => void
}

/** Asks the person to resolve a conflict: both sides changed the same field, or the target was deleted (I9). */
export function ConflictSheet(props: Props) {
  const { dispute, title, open, onResolve, onClose } = props
  const form = useId()
  const { fields } = dispute
  const [choices, setChoices] = useState(() => initialChoices(fields))
  const [asked, setAsked] = useState(dispute)
  /** Number of submits with an invalid number. */
  const [tries, setTries] = useState(0)
  const written = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (tries > 0) written.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [tries])
  if (asked !== dispute) {
    setAsked(dispute)
    if (JSON.stringify(asked) !== JSON.stringify(dispute)) setChoices(choicesAgain(fields, choices))
  }
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={dispute.gone ? 'It was deleted on another device' : 'Changed on another device'}
      footer={!dispute.gone && <Buttons form={form} count={fields.length} onResolve={onResolve} />}
    >
      <div className="flex flex-col gap-5 px-4 pt-4 pb-6">
        <p className="text-lg font-semibold">{title}</p>
        {dispute.gone ? (
          <DeletedElsewhere {...props} />
        ) : (
          <form
            id={form}
            ref={written}
            noValidate
            className="flex flex-col gap-5"
            onSubmit={(event) => {
              event.preventDefault()
              if (fields.some((field) => isUnreadable(field, choices[field.name]))) setTries(tries + 1)
              else onResolve({ how: 'values', values: resolveChoices(fields, choices) })
            }}
          >
            <Disputed fields={fields} choices={choices} checks={tries > 0} onChoose={setChoices} />
            <Button
              look="quiet"
              size="sm"
              className="self-start px-3!"
              onClick={() => onResolve({ how: 'draft' })}
            >
              Save as new draft
            </Button>
          </form>
        )}
      </div>
    </Sheet>
  )
}

interface ButtonsProps {
  form: string
  /** Number of disputed fields. */
  count: number
  onResolve: (how: Resolution) => void
}

/** Offers one tap for one side, or the submit of a choice per field. */
function Buttons({ form, count, onResolve }: ButtonsProps) {
  return (
    <div className="flex flex-col gap-2">
      <div className="grid auto-cols-fr grid-flow-col gap-2">
        {/* A value that was not shown must not be overwritten. */}
        {count > 0 && (
          <Button look="outline" size="sm" onClick={() => onResolve({ how: 'mine' })}>
            Keep mine
          </Button>
        )}
        <Button look="outline" size="sm" onClick={() => onResolve({ how: 'theirs' })}>
          Use theirs
        </Button>
      </div>
      {count > 0 && (
        <Button wide type="submit" form={form}>
          {count === 1 ? 'Save this choice' : 'Save these choices'}
        </Button>
      )}
    </div>
  )
}

interface DisputedProps {
  fields: Dispute['fields']
  choices: Choices
  /** Whether invalid numbers are shown as errors. */
  checks: boolean
  onChoose: (choices: Choices) => void
}

function Disputed({ fields, choices, checks, onChoose }: DisputedProps) {
  const money = useMoney()
  return (
    <>
      <p className="text-ink-2">
        {fields.length === 0
          ? 'We could not see what was changed there. Nothing is overwritten until you decide.'
          : 'You changed it here, and it was changed there meanwhile. Nothing is overwritten until you decide.'}
      </p>
      {fields.map((field) => {
        const choice = choices[field.name]
        return (
          choice && (
            <DisputedChoice
              key={field.name}
              field={field}
              label={labelField(field.name)}
              format={(value) => formatValue(field.name, value, money)}
              choice={choice}
              error={checks && isUnreadable(field, choice) ? 'Please enter a number' : undefined}
              onChange={(changed) => onChoose({ ...choices, [field.name]: { ...choice, ...changed } })}
            />
          )
        )
      })}
    </>
  )
}

function DeletedElsewhere({ entry, dispute, onResolve }: Props) {
  const money = useMoney()
  const ad = isAboutAd(entry)
  const mine = Object.entries(dispute.mine)
  return (
    <>
      <p className="text-ink-2">
        {ad
          ? 'Your change could not be made, because the ad is no longer there. What you wrote is kept until you decide.'
          : 'Your change could not be made, because this is no longer there. What you wrote is kept until you decide.'}
      </p>
      {mine.length > 0 && (
        <dl className="divide-y divide-line rounded-grid border border-line">
          {mine.map(([name, value]) => (
            <div key={name} className="flex gap-4 px-3.5 py-2.5">
              <dt className="w-28 shrink-0 text-ink-3">{labelField(name)}</dt>
              <dd className="min-w-0 wrap-anywhere">{formatValue(name, value, money)}</dd>
            </div>
          ))}
        </dl>
      )}
      <div className="flex flex-col gap-2">
        {ad && (
          <Button wide onClick={() => onResolve({ how: 'again' })}>
            Publish again
          </Button>
        )}
        <Button wide look="danger" onClick={() => onResolve({ how: 'theirs' })}>
          Discard
        </Button>
      </div>
    </>
  )
}
