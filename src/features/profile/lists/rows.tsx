import { Skeleton } from '#ui/show/skeleton.tsx'
import type { ComponentProps, ReactNode } from 'react'
import { Pager } from '#ui/nav/pager.tsx'

interface Props<T> {
  rows: readonly T[]
  keyOf: (row: T) => string
  /** Where a list has several pages. */
  pager?: ComponentProps<typeof Pager>
  children: (row: T) => ReactNode
}

/** Rows below each other, and the way to their other pages. */
export function RowList<T>({ rows, keyOf, pager, children }: Props<T>) {
  return (
    <>
      <ul className="space-y-3">
        {rows.map((row) => (
          <li key={keyOf(row)}>{children(row)}</li>
        ))}
      </ul>
      {pager && (
        <div className="mt-6">
          <Pager {...pager} />
        </div>
      )}
    </>
  )
}

const three = ['a', 'b', 'c']

/** Where the rows of a list will stand. */
export function ListSkeleton({ height }: { height: string }) {
  return (
    <div className="space-y-3">
      {three.map((key) => (
        <Skeleton key={key} className={`${height} rounded-card!`} />
      ))}
    </div>
  )
}
