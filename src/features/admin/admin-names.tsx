import { useState } from 'react'
import {
  adminNameRoutes,
  type AskedName,
  type AskedNameState,
  askedNameStates,
} from '#contract/admin/admin-names.ts'
import { grouped } from '#contract/values/region.ts'
import { useServerQuery } from '#local/react'
import { Button } from '#ui/button.tsx'
import { Pill } from '#ui/show/pill.tsx'
import { AdminList, type Column, rowsAPage } from './list/admin-list.tsx'
import { useAdminAddress } from './list/use-admin-address.ts'
import { type NameAction, NameActions } from './name-actions.tsx'

const stateWords: Readonly<Record<AskedNameState, string>> = {
  open: 'Open',
  accepted: 'Added',
  merged: 'Same as another',
  refused: 'Refused',
}
const tones = { open: 'amber', accepted: 'brand', merged: 'brand', refused: 'danger' } as const
const states = [
  ...askedNameStates.map((value) => ({ value, label: stateWords[value] })),
  { value: 'all', label: 'All names' },
]
const counted = (n: number, one: string, many: string) => (n === 1 ? `1 ${one}` : `${grouped(n)} ${many}`)

/** /admin/names: makes and models that dealers' tables have and the market does not, those of the most rows first. */
export function AdminNames() {
  const place = useAdminAddress('/admin/names')
  const state = place.choice('state', [...askedNameStates, 'all'], 'open')
  const { page, search } = place
  const query = useServerQuery(adminNameRoutes.adminListNames, {
    body: { page, limit: rowsAPage, state, ...(search !== '' && { search }) },
  })
  const [about, setAbout] = useState<{ name: AskedName; action: NameAction }>()
  const [open, setOpen] = useState(false)
  const openDialog = (name: AskedName, action: NameAction) => {
    setAbout({ name, action })
    setOpen(true)
  }
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
          {counted(n.rows, 'row', 'rows')}, {counted(n.dealers, 'dealer', 'dealers')}
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
            <Button look="secondary" size="sm" onClick={() => openDialog(n, 'accept')}>
              Add
              <NameOf of={n} />
            </Button>
            <Button look="secondary" size="sm" onClick={() => openDialog(n, 'merge')}>
              Same as …<NameOf of={n} />
            </Button>
            {n.state === 'open' && (
              <Button look="danger" size="sm" onClick={() => openDialog(n, 'refuse')}>
                Refuse
                <NameOf of={n} />
              </Button>
            )}
          </div>
        ),
    },
  ]
  return (
    <>
      <p className="mt-4 max-w-text text-sm text-ink-2">
        What is decided here counts from the next table on, for every dealer. Those who asked read it beside
        their table.
      </p>
      <AdminList
        place={place}
        query={query}
        searchLabel="Make or model"
        filters={[{ name: 'state', label: 'State', options: states, value: state }]}
        one="name"
        many="names"
        keyOf={({ _id }) => _id}
        columns={columns}
      />
      {about && (
        <NameActions
          key={about.name._id}
          name={about.name}
          action={open ? about.action : undefined}
          onClose={() => setOpen(false)}
          onDone={query.refresh}
        />
      )}
    </>
  )
}

const NameOf = ({ of: { make, model } }: { of: AskedName }) => (
  <span className="sr-only">
    {' '}
    {make} {model}
  </span>
)
