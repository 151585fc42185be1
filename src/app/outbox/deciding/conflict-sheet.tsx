import { useId, useState } from 'react'
import type { Dispute, OutboxEntry, Resolution } from '#local/react'
import { useMoney } from '#parts/price.tsx'
import { Button } from '#ui/button.tsx'
import { Sheet } from '#ui/layer/sheet.tsx'
import { labelOf, valueWords } from '../field-words.ts'
import { isAboutAd } from '../titles.ts'
import { type Choices, chosenValues, startingChoices } from './choices.ts'
import { DisputedChoice } from './disputed-choice.tsx'

interface Props {
  entry: OutboxEntry
  dispute: Dispute
  title: string
  open: boolean
  onResolve: (how: Resolution) => void
  onClose: () => void
}

/** What a person must decide themselves: both sides changed the same thing, or it is gone (I9). */
export function ConflictSheet(props: Props) {
  const { dispute, title, open, onResolve, onClose } = props
  const form = useId()
  const { fields } = dispute
  const [choices, setChoices] = useState(() => startingChoices(fields))
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
            noValidate
            className="flex flex-col gap-5"
            onSubmit={(event) => {
              event.preventDefault()
              onResolve({ how: 'values', values: chosenValues(fields, choices) })
            }}
          >
            <Disputed fields={fields} choices={choices} onChoose={setChoices} />
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
  /** How many fields are disputed. */
  count: number
  onResolve: (how: Resolution) => void
}

/** One tap for one side, or field by field. */
function Buttons({ form, count, onResolve }: ButtonsProps) {
  return (
    <div className="flex flex-col gap-2">
      <div className="grid auto-cols-fr grid-flow-col gap-2">
        {/* Nothing is kept over what nobody has seen. */}
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
  onChoose: (choices: Choices) => void
}

function Disputed({ fields, choices, onChoose }: DisputedProps) {
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
              label={labelOf(field.name)}
              format={(value) => valueWords(field.name, value, money)}
              choice={choice}
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
              <dt className="w-28 shrink-0 text-ink-3">{labelOf(name)}</dt>
              <dd className="min-w-0 wrap-anywhere">{valueWords(name, value, money)}</dd>
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
