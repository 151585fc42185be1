import { useState } from 'react'
import { adminNameRoutes, type AskedName, longestName, longestRefusal } from '#contract/admin/admin-names.ts'
import { referenceRoutes } from '#contract/reference.ts'
import { useServerQuery } from '#local/react'
import { Select } from '#ui/form/select.tsx'
import { TextInput } from '#ui/form/text-input.tsx'
import { ActionDialog } from './list/action-dialog.tsx'

export type NameAction = 'accept' | 'merge' | 'refuse'
interface Props {
  name: AskedName
  /** Undefined: no dialog is open. */
  action: NameAction | undefined
  onClose: () => void
  onDone: () => void
}

/** Asks before each decision about one name. */
export function NameActions({ name, action, onClose, onDone }: Props) {
  const [added, setAdded] = useState({ make: name.make, model: name.model })
  const [same, setSame] = useState<{ make: string; model: string }>()
  const id = name._id
  const title = `${name.make} ${name.model}`
  const dialogOf = (of: NameAction) => ({ open: action === of, onClose, onDone })
  return (
    <>
      <ActionDialog
        {...dialogOf('accept')}
        title={`Add ${title}?`}
        text="Imports and the server know it at once, every phone within a day. It cannot be taken back here."
        yes="Add"
        route={adminNameRoutes.acceptName}
        body={() => ({ id, ...added })}
        inputs={inputs}
      >
        {(wrong) => (
          <div className="mt-4 grid gap-4 sm:grid-cols-2">
            {inputs.map((part) => (
              <TextInput
                key={part}
                label={partLabels[part]}
                error={wrong[part]}
                maxLength={longestName}
                value={added[part]}
                onChange={({ target }) => setAdded({ ...added, [part]: target.value })}
              />
            ))}
          </div>
        )}
      </ActionDialog>
      <ActionDialog
        {...dialogOf('merge')}
        title={`What is ${title} the same as?`}
        text="Imports read this name as the model from now on."
        yes="It is the same"
        route={adminNameRoutes.mergeName}
        body={() => ({ id, make: same?.make ?? name.make, model: same?.model ?? '' })}
        inputs={inputs}
      >
        {(wrong) =>
          action === 'merge' && <SameAs like={name.make} chosen={same} wrong={wrong} onChoose={setSame} />
        }
      </ActionDialog>
      <ActionDialog
        {...dialogOf('refuse')}
        title={`Refuse ${title}?`}
        text="Rows with this name stay refused."
        yes="Refuse"
        danger
        route={adminNameRoutes.refuseName}
        body={(reason) => ({ id, reason })}
        words={{
          hint: `Dealers read it beside their table. At most ${longestRefusal} characters.`,
          missing: 'Please say why',
          maxLength: longestRefusal,
        }}
      />
    </>
  )
}

const inputs = ['make', 'model'] as const
const partLabels = { make: 'Make', model: 'Model' }
const blank = { value: '', label: 'Choose' }

/** A model of the market, by its make. */
function SameAs({
  like,
  chosen,
  wrong,
  onChoose,
}: {
  like: string
  chosen: { make: string; model: string } | undefined
  wrong: Readonly<Record<string, string>>
  onChoose: (chosen: { make: string; model: string }) => void
}) {
  const makes = useServerQuery(referenceRoutes.getAllMakes, {}).data?.data ?? []
  const likelyMake = makes.some(({ maketitle }) => maketitle === like) ? like : ''
  const make = chosen?.make ?? likelyMake
  const models = makes.find(({ maketitle }) => maketitle === make)?.models ?? []
  // Without a make there is no model to choose.
  const lacksMake = make === '' && 'model' in wrong
  return (
    <div className="mt-4 grid gap-4 sm:grid-cols-2">
      <Select
        label="Make"
        error={lacksMake ? 'Please choose the make' : wrong['make']}
        options={[blank, ...makes.map(({ maketitle }) => ({ value: maketitle, label: maketitle }))]}
        value={make}
        onChange={({ target }) => onChoose({ make: target.value, model: '' })}
      />
      <Select
        label="Model"
        error={lacksMake ? undefined : wrong['model']}
        options={[blank, ...models.map(({ modeltitle }) => ({ value: modeltitle, label: modeltitle }))]}
        value={chosen?.model ?? ''}
        onChange={({ target }) => onChoose({ make, model: target.value })}
      />
    </div>
  )
}
