import { type AuditRow, auditLogRoutes, auditThings } from '#contract/admin/audit-log.ts'
import { useServerQuery } from '#local/react'
import { optionsOf } from '#ui/form/segmented.tsx'
import { AdminList, type Column } from './list/admin-list.tsx'
import { MailAddress, Instant } from './list/cells.tsx'
import { useAdminAddress } from './list/use-admin-address.ts'

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
const spaced = (name: string) => capital(name.replaceAll(/[-_]/g, ' '))
const things = [
  ...optionsOf({ all: 'Everything' }),
  ...auditThings.map((value) => ({ value, label: `${capital(value)}s`.replace('Persons', 'People') })),
]

/** Formats a value of the log for people. */
function shown(value: unknown): string {
  if (value === undefined || value === null || value === '') return 'nothing'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (Array.isArray(value)) return value.length === 0 ? 'nothing' : value.map(shown).join('; ')
  return typeof value === 'string' || typeof value === 'number' ? String(value) : JSON.stringify(value)
}

/** Shows /admin/audit: who did what, and what it changed. Nobody edits it. */
export function AuditLog() {
  const place = useAdminAddress('/admin/audit')
  const thing = place.filter('thing', 'Done to', things, 'all')
  const query = useServerQuery(auditLogRoutes.listAuditLog, {
    body: { ...place.asked, ...(thing.value !== 'all' && { thing: thing.value }) },
  })
  const columns: readonly Column<AuditRow>[] = [
    {
      title: 'Action',
      bare: true,
      cell: (r) => (
        <div className="lg:w-52">
          <p className="font-semibold">{spaced(r.action)}</p>
          <p className="text-13 wrap-anywhere text-ink-3">
            {capital(r.thing)} {r.name || r.thing_id}
          </p>
        </div>
      ),
    },
    { title: 'Change', cell: (r) => <AuditChange row={r} /> },
    { title: 'By', cell: (r) => <MailAddress address={r.operator} /> },
    { title: 'When', cell: (r) => <Instant at={r.at} /> },
  ]
  return (
    <AdminList
      place={place}
      query={query}
      searchLabel="Person, action or thing"
      filters={[thing]}
      one="action"
      columns={columns}
    />
  )
}

function AuditChange({ row: { before, after, note } }: { row: AuditRow }) {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
  return (
    <div className="min-w-0 space-y-0.5 text-sm wrap-anywhere">
      {names.map((name) => (
        <p key={name}>
          <span className="text-ink-3">{spaced(name)}: </span>
          {before && name in before && (
            <>
              <span className="sr-only">before </span>
              <span className="text-ink-2">{shown(before[name])}</span>
            </>
          )}
          {before && name in before && after && name in after && <span aria-hidden> → </span>}
          {after && name in after && (
            <>
              <span className="sr-only">, after </span>
              <span className="font-medium">{shown(after[name])}</span>
            </>
          )}
        </p>
      ))}
      {note !== '' && <p className="text-ink-2">“{note}”</p>}
      {names.length === 0 && note === '' && <p className="text-ink-3">Nothing else</p>}
    </div>
  )
}
