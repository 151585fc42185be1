import {
  adminNameRoutes,
  type AskedName,
  type AskedNameState,
  longestName,
  longestRefusal,
} from '#contract/admin/admin-names.ts'
import { counted } from '#contract/values/region.ts'
import { useServerQuery } from '#local/react'
import { optionsOf } from '#ui/form/segmented.tsx'
import { Pill } from '#ui/show/badge.tsx'
import { AdminList, type Column } from './list/admin-list.tsx'
import { RowButton } from './list/cells.tsx'
import { useAdminAddress } from './list/use-admin-address.ts'
import { referenceRoutes } from '#contract/reference.ts'
import { ListMissing } from '#parts/forms/error-note.tsx'
import { Select } from '#ui/form/select.tsx'
import { TextInput } from '#ui/form/text-input.tsx'
import { type ActionInputs, useAction } from './list/action-dialog.tsx'

const stateWords: Readonly<Record<AskedNameState, string>> = {
  open: 'Open',
  accepted: 'Added',
  merged: 'Same as another',
  refused: 'Refused',
}
const tones = { open: 'amber', accepted: 'brand', merged: 'brand', refused: 'danger' } as const
const states = optionsOf({ ...stateWords, all: 'All names' })

/** Shows /admin/names: makes and models of dealers' tables that the market lacks, those with most rows first. */
export function AdminNames() {
  const place = useAdminAddress('/admin/names')
  const state = place.filter('state', 'State', states, 'open')
  const query = useServerQuery(adminNameRoutes.adminListNames, {
    body: { ...place.asked, state: state.value },
  })
  const { dialog, ...actions } = useNameActions(query.refresh)
  const button = (name: AskedName, action: keyof typeof actions, words: string) => (
    <RowButton
      look={action === 'refuse' ? 'danger' : 'secondary'}
      of={`${name.make} ${name.model}`}
      onClick={() => actions[action](name)}
    >
      {words}
    </RowButton>
  )
  const columns: readonly Column<AskedName>[] = [
    {
      title: 'Name',
      bare: true,
      cell: (n) => (
        <>
          <p className="font-semibold wrap-anywhere">
            {n.make} {n.model}
          </p>
          <p className="mt-2">
            <Pill tone={tones[n.state]}>{stateWords[n.state]}</Pill>
          </p>
          {n.called !== '' && <p className="mt-1 text-13 wrap-anywhere text-ink-3">As {n.called}</p>}
          {n.note !== '' && <p className="mt-1 text-13 wrap-anywhere text-ink-3">“{n.note}”</p>}
        </>
      ),
    },
    {
      title: 'Asked',
      cell: (n) => (
        <span className="tabular-nums lg:whitespace-nowrap">
          {counted(n.rows, 'row')}, {counted(n.dealers, 'dealer')}
        </span>
      ),
    },
    {
      title: 'Examples',
      cell: (n) => (
        <ul className="text-sm wrap-anywhere text-ink-2">
          {n.examples.map((example, i) => (
            <li key={`${i} ${example}`}>{example}</li>
          ))}
        </ul>
      ),
    },
    {
      title: 'Decide',
      bare: true,
      cell: (n) =>
        (n.state === 'open' || n.state === 'refused') && (
          <div className="flex flex-wrap gap-2">
            {button(n, 'accept', 'Add')}
            {button(n, 'merge', 'Same as …')}
            {n.state === 'open' && button(n, 'refuse', 'Refuse')}
          </div>
        ),
    },
  ]
  return (
    <AdminList
      place={place}
      query={query}
      searchLabel="Make or model"
      filters={[state]}
      one="name"
      columns={columns}
    >
      <p className="mt-4 max-w-text text-sm text-ink-2">
        What is decided here counts from the next table on, for every dealer. Those who asked read it beside
        their table.
      </p>
      {dialog}
    </AdminList>
  )
}

/** Returns the actions on a name, each with a confirmation dialog. */
function useNameActions(onDone: () => void) {
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
        children: ({ at }) => (
          <div className="grid gap-4 sm:grid-cols-2">
            <TextInput label="Make" maxLength={longestName} {...at('make')} />
            <TextInput label="Model" maxLength={longestName} {...at('model')} />
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
          maxLength: longestRefusal,
        },
      }),
  }
}

const blank = { value: '', label: 'Choose' }

/** Selects a model of the market by its make. */
function SameAs({ entered, wrong, onEnter, at }: ActionInputs<{ make: string; model: string }>) {
  const query = useServerQuery(referenceRoutes.getAllMakes, {})
  const makes = query.data?.data ?? []
  const known = makes.find(({ maketitle }) => maketitle === entered.make)
  const models = known?.models ?? []
  // Without a make the list of models is empty, so the error belongs to the make.
  const lacksMake = !known && 'model' in wrong
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Select
        label="Make"
        error={lacksMake ? 'Please choose the make' : wrong['make']}
        options={[blank, ...makes.map(({ maketitle }) => ({ value: maketitle, label: maketitle }))]}
        value={known?.maketitle ?? ''}
        onChange={({ target }) => onEnter({ make: target.value, model: '' })}
      />
      <Select
        label="Model"
        options={[blank, ...models.map(({ modeltitle }) => ({ value: modeltitle, label: modeltitle }))]}
        {...at('model')}
        {...(lacksMake && { error: undefined })}
      />
      {query.error && !query.busy && (
        <ListMissing of="makes" className="sm:col-span-2" onRetry={query.refresh} />
      )}
    </div>
  )
}
