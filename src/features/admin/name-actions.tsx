import { adminNameRoutes, type AskedName, longestName, longestRefusal } from '#contract/admin/admin-names.ts'
import { referenceRoutes } from '#contract/reference.ts'
import { useServerQuery } from '#local/react'
import { Select } from '#ui/form/select.tsx'
import { TextInput } from '#ui/form/text-input.tsx'
import { type ActionInputs, useAction } from './list/action-dialog.tsx'

/** What may be decided about a name, each asked before. */
export function useNameActions(onDone: () => void) {
  const { ask, dialog } = useAction(onDone)
  const called = ({ make, model }: AskedName) => `${make} ${model}`
  return {
    dialog,
    accept: (name: AskedName) =>
      ask({
        title: `Add ${called(name)}?`,
        text: 'Imports and the server know it at once, every phone within a day. It cannot be taken back here.',
        yes: 'Add',
        route: adminNameRoutes.acceptName,
        inputs: { make: name.make, model: name.model },
        body: (_, entered) => ({ id: name._id, ...entered }),
        children: ({ entered, wrong, onEnter }) => (
          <div className="mt-4 grid gap-4 sm:grid-cols-2">
            {parts.map((part) => (
              <TextInput
                key={part}
                label={partLabels[part]}
                error={wrong[part]}
                maxLength={longestName}
                value={entered[part]}
                onChange={({ target }) => onEnter({ [part]: target.value })}
              />
            ))}
          </div>
        ),
      }),
    merge: (name: AskedName) =>
      ask({
        title: `What is ${called(name)} the same as?`,
        text: 'Imports read this name as the model from now on.',
        yes: 'It is the same',
        route: adminNameRoutes.mergeName,
        inputs: { make: name.make, model: '' },
        body: (_, entered) => ({ id: name._id, ...entered }),
        children: (inputs) => <SameAs {...inputs} />,
      }),
    refuse: (name: AskedName) =>
      ask({
        title: `Refuse ${called(name)}?`,
        text: 'Rows with this name stay refused.',
        yes: 'Refuse',
        danger: true,
        route: adminNameRoutes.refuseName,
        body: (reason) => ({ id: name._id, reason }),
        words: {
          hint: `Dealers read it beside their table. At most ${longestRefusal} characters.`,
          missing: 'Please say why',
          maxLength: longestRefusal,
        },
      }),
  }
}

const parts = ['make', 'model'] as const
const partLabels = { make: 'Make', model: 'Model' }
const blank = { value: '', label: 'Choose' }

/** A model of the market, by its make. */
function SameAs({ entered, wrong, onEnter }: ActionInputs<{ make: string; model: string }>) {
  const makes = useServerQuery(referenceRoutes.getAllMakes, {}).data?.data ?? []
  const known = makes.find(({ maketitle }) => maketitle === entered.make)
  const models = known?.models ?? []
  // Without a make there is no model to choose.
  const lacksMake = !known && 'model' in wrong
  return (
    <div className="mt-4 grid gap-4 sm:grid-cols-2">
      <Select
        label="Make"
        error={lacksMake ? 'Please choose the make' : wrong['make']}
        options={[blank, ...makes.map(({ maketitle }) => ({ value: maketitle, label: maketitle }))]}
        value={known?.maketitle ?? ''}
        onChange={({ target }) => onEnter({ make: target.value, model: '' })}
      />
      <Select
        label="Model"
        error={lacksMake ? undefined : wrong['model']}
        options={[blank, ...models.map(({ modeltitle }) => ({ value: modeltitle, label: modeltitle }))]}
        value={entered.model}
        onChange={({ target }) => onEnter({ model: target.value })}
      />
    </div>
  )
}
