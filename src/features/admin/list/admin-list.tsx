import { IconSearchOff } from '@tabler/icons-react'
import { type ReactNode, useRef } from 'react'
import { adminPageSize } from '#contract/admin/admin-route.ts'
import { counted } from '#contract/values/region.ts'
import type { ServerQuery } from '#local/react'
import { SearchForm } from '#parts/search/search-form.tsx'
import { usePages } from '#parts/search/use-pages.ts'
import { Select } from '#ui/form/select.tsx'
import { Pager } from '#ui/nav/pager.tsx'
import { EmptyState } from '#ui/show/empty-state.tsx'
import { Skeleton } from '#ui/show/skeleton.tsx'
import { Answer } from './answer.tsx'
import { useRestoredFocus } from './focus.ts'
import type { AdminAddress, AdminFilter } from './use-admin-address.ts'

export interface Column<T> {
  title: string
  cell: (row: T) => ReactNode
  /** Whether the cell has no label on a phone: it is the name of the row or its actions. */
  bare?: boolean
}
interface Row {
  _id: string
}
interface Props<T> {
  place: AdminAddress
  query: ServerQuery<{ data: readonly T[]; totalCount: number }>
  searchLabel: string
  filters?: readonly AdminFilter[]
  /** Singular of the name of a row, and the plural if it is not formed with an s. */
  one: string
  many?: string
  columns: readonly Column<T>[]
  /** Content above the list, and dialogs. */
  children?: ReactNode
}

const cellLook = 'lg:table-cell lg:px-4 lg:py-3 lg:align-top'

/** Shows a list of the admin area: search and filters from the address, a table on wide screens, cards on a phone. */
export function AdminList<T extends Row>(props: Props<T>) {
  const { place, query, filters, searchLabel, one, many = `${one}s`, columns, children } = props
  const { data, busy } = query
  const { page, search } = place
  const summary = useRef<HTMLDivElement & HTMLOutputElement>(null)
  useRestoredFocus(summary, data)
  const { behind, pager } = usePages({
    page,
    count: data?.totalCount,
    size: adminPageSize,
    busy,
    hrefOf: (to) => place.hrefWith({ page: to === 1 ? undefined : String(to) }),
  })
  const skeleton = (
    <div className="space-y-3">
      {Array.from({ length: 4 }, (_, key) => (
        <Skeleton key={key} className="h-40 rounded-card! lg:h-18" />
      ))}
    </div>
  )
  return (
    <>
      {children}
      <div className="mt-4 mb-4 flex flex-wrap items-center gap-3">
        <SearchForm
          label={searchLabel}
          value={search}
          onSearch={(words) => place.go({ search: words, page: undefined })}
          className="w-full sm:w-84"
        />
        {filters?.map((filter) => (
          <Select
            key={filter.name}
            label={filter.label}
            hideLabel
            options={filter.options}
            value={filter.value}
            onChange={({ target }) => place.go({ [filter.name]: target.value, page: undefined })}
            className="min-w-40 flex-1 sm:flex-none"
          />
        ))}
      </div>
      <Answer query={behind ? { ...query, data: undefined } : query} what={`The ${many}`} skeleton={skeleton}>
        {({ data: rows, totalCount }) =>
          totalCount === 0 ? (
            <div ref={summary} tabIndex={-1} className="outline-none">
              <EmptyState icon={IconSearchOff} title={`No ${many} here`}>
                {search !== ''
                  ? `Nothing has the words “${search}”.`
                  : filters
                    ? 'Nothing matches this choice.'
                    : 'Nothing waits for you.'}
              </EmptyState>
            </div>
          ) : (
            <>
              <output
                ref={summary}
                tabIndex={-1}
                className="mb-3 block text-sm text-ink-2 tabular-nums outline-none"
              >
                {counted(totalCount, one, many)}
              </output>
              <Rows rows={rows} columns={columns} />
              <div className="mt-6">
                <Pager {...pager} />
              </div>
            </>
          )
        }
      </Answer>
    </>
  )
}

function Rows<T extends Row>({ rows, columns }: Pick<Props<T>, 'columns'> & { rows: readonly T[] }) {
  return (
    <table className="block w-full text-left lg:table lg:overflow-hidden lg:rounded-card lg:bg-surface lg:shadow-e1">
      <thead className="sr-only lg:not-sr-only lg:table-header-group">
        <tr>
          {columns.map(({ title }) => (
            <th key={title} scope="col" className="px-4 py-3 text-13 font-medium text-ink-3">
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="block space-y-3 lg:table-row-group">
        {rows.map((row) => (
          <tr
            key={row._id}
            className="block rounded-card bg-surface p-4 shadow-e1 lg:table-row lg:rounded-none lg:shadow-none lg:[&>td]:border-t lg:[&>td]:border-line"
          >
            {columns.map(({ title, cell, bare }) => (
              <td
                key={title}
                className={
                  bare
                    ? `block py-1 ${cellLook}`
                    : `flex min-w-0 items-baseline gap-3 py-1 empty:hidden lg:empty:table-cell ${cellLook}`
                }
              >
                {!bare && (
                  <span aria-hidden className="w-24 shrink-0 text-13 text-ink-3 lg:hidden">
                    {title}
                  </span>
                )}
                <div className="min-w-0 flex-1">{cell(row)}</div>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
