import type { ReactNode } from 'react'

interface Props<T> {
  rows: readonly T[]
  keyOf: (row: T) => string
  /** Between two pages of a long list. */
  pager?: ReactNode
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
      {pager && <div className="mt-6">{pager}</div>}
    </>
  )
}
