import type { ReactNode } from 'react'
import { listHead, type ListPlace } from '#contract/heads/list-head.ts'
import type { ReadResult } from '#local/react'
import { Breadcrumb } from '#ui/nav/breadcrumb.tsx'
import { Pager } from '#ui/nav/pager.tsx'
import { useTurnedPage } from '#ui/nav/use-turned-page.ts'
import { PageHead } from '#ui/page-head.tsx'
import { LoadFailed } from '#ui/show/load-failed.tsx'
import { CachedSince, hiddenAge, useCachedAt } from '../car-age.tsx'
import { counted } from '#contract/values/region.ts'
import { listAddress } from './list-address.ts'
import { usePages } from './use-pages.ts'
import { SearchForm } from './search-form.tsx'

const lineLook =
  'mb-4 flex min-h-18 flex-col justify-between gap-2 sm:min-h-11 sm:flex-row sm:items-center [&>nav]:w-full sm:[&>nav]:w-auto'

/** Number of rows that a phone's first view may show. */
const seenFirst = 3

interface Props<T> {
  /** Address of the list, without page and search. */
  path: string
  place: ListPlace
  reading: ReadResult<{ data: readonly T[]; count: number }>
  /** Rows per page. */
  size: number
  /** Noun for a row; `many` is its plural. */
  one: string
  many: string
  /** Sentence about what is available without a connection. */
  offline: string
  grid: string
  /** Class for the height of a row on a phone. */
  height: string
  skeleton: ReactNode
  none: ReactNode
  keyOf: (row: T) => string
  children: (row: T, place: number) => ReactNode
}

interface PageProps<T> extends Props<T> {
  title: string
  about: string
  searchLabel: string
  onSearch: (search: string) => void
  below?: ReactNode
}

/** Shows a list of cards as a page: heading, search, pagers above and below; page and search are in the address. */
export function ListPage<T>({ title, about, searchLabel, onSearch, below, ...list }: PageProps<T>) {
  const { path, place } = list
  const heading = useTurnedPage(place.page, place.search)
  return (
    <div className="mx-auto max-w-page px-4 py-4">
      <PageHead {...listHead({ path, title, about, place })} />
      <Breadcrumb trail={[{ label: title }]} />
      <div className="mt-2 mb-4 flex flex-wrap items-end justify-between gap-x-6 gap-y-4">
        <div>
          <h1 ref={heading} tabIndex={-1} className="text-3xl font-bold">
            {title}
          </h1>
          <p className="mt-1 max-w-text text-ink-2">{about}</p>
        </div>
        <SearchForm
          label={searchLabel}
          value={place.search}
          action={path}
          onSearch={onSearch}
          className="w-full sm:w-80"
        />
      </div>
      <PagedList {...list} />
      {below}
    </div>
  )
}

/** Shows the rows, or the reason why there are none. */
function PagedList<T>(props: Props<T>) {
  const { path, place, reading, size, one, many, grid, height } = props
  const { data, status, error, refresh, refreshing } = reading
  const cachedAt = useCachedAt(reading)
  const { page, search } = place
  const { behind, pager } = usePages({
    page,
    count: data?.count,
    size,
    busy: refreshing,
    hrefOf: (to) => listAddress(path, { search, page: to }),
  })

  if (data === undefined || behind) {
    return status === 'failed' ? (
      <LoadFailed title={`The ${many} could not be loaded`} onRetry={refresh}>
        <p>{error?.message}</p>
        <p className="mt-1">{props.offline}</p>
      </LoadFailed>
    ) : (
      // The `key` keeps React from reusing these elements for the rows: the cards would seem to move.
      <div key="loading" aria-busy="true">
        <output className="sr-only">Loading {many}</output>
        <div className={lineLook} />
        <div className={grid}>
          {Array.from({ length: size }, (_, key) => (
            <div key={key} className="contents">
              {props.skeleton}
            </div>
          ))}
        </div>
      </div>
    )
  }
  if (data.count === 0) return props.none
  return (
    <div key="list" aria-busy={refreshing} {...hiddenAge(reading.source, cachedAt !== undefined)}>
      <div className={lineLook}>
        <p className="text-sm text-ink-2">
          <output className="tabular-nums">
            {counted(data.count, one, many)}
            {search !== '' && ` with “${search}”`}
          </output>
          <CachedSince at={cachedAt} />
        </p>
        <Pager {...pager} label={`Pagination above the ${many}`} />
      </div>
      <ul className={grid}>
        {data.data.map((row, i) => (
          <li
            key={props.keyOf(row)}
            className={i < seenFirst ? 'min-w-0' : `min-w-0 laid-later max-sm:laid-when-near ${height}`}
          >
            {props.children(row, i)}
          </li>
        ))}
      </ul>
      <div className="mt-6">
        <Pager {...pager} label={`Pagination below the ${many}`} />
      </div>
    </div>
  )
}
