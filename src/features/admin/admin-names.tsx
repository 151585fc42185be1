import { adminNameRoutes, type AskedName, type AskedNameState } from '#contract/admin/admin-names.ts'
import { grouped } from '#contract/values/region.ts'
import { useServerQuery } from '#local/react'
import { Pill } from '#ui/show/badge.tsx'
import { AdminList, type Column } from './list/admin-list.tsx'
import { RowButton } from './list/cells.tsx'
import { optionsOf, useAdminAddress } from './list/use-admin-address.ts'
import { useNameActions } from './name-actions.tsx'

const stateWords: Readonly<Record<AskedNameState, string>> = {
  open: 'Open',
  accepted: 'Added',
  merged: 'Same as another',
  refused: 'Refused',
}
const tones = { open: 'amber', accepted: 'brand', merged: 'brand', refused: 'danger' } as const
const states = optionsOf({ ...stateWords, all: 'All names' })
const counted = (n: number, one: string, many: string) => (n === 1 ? `1 ${one}` : `${grouped(n)} ${many}`)

/** /admin/names: makes and models that dealers' tables have and the market does not, those of the most rows first. */
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
            {button(n, 'accept', 'Add')}
            {button(n, 'merge', 'Same as …')}
            {n.state === 'open' && button(n, 'refuse', 'Refuse')}
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
        filters={[state]}
        one="name"
        columns={columns}
      />
      {dialog}
    </>
  )
}
