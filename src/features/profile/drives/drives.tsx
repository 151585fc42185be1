import type { ReactNode } from 'react'
import type { TestDriveRow } from '#contract/forms/test-drives.ts'
import { pageSizes } from '#contract/limits.ts'
import type { MyPage, ReadResult } from '#local/react'
import { RowList } from '../lists/row-list.tsx'
import { Rows } from '../lists/rows.tsx'
import { QueryState } from '../query-state.tsx'
import { usePage, usePageWithin } from '../use-page.ts'
import { useWhenSent } from '../use-when-sent.ts'
import { DriveCard } from './drive-card.tsx'

interface Props<P extends MyPage<TestDriveRow>> {
  of: 'me' | 'my-cars'
  reading: ReadResult<P>
  what: string
  count: (page: P) => string
  empty: ReactNode
}

/** A list of test drives, nine a page; read again once an answer has reached the server. */
export function Drives<P extends MyPage<TestDriveRow>>({ of, reading, what, count, empty }: Props<P>) {
  const side = of === 'me' ? 'asked' : 'my-cars'
  const { page, hrefOf, onPage } = usePage('test-drive', side)
  const pages = usePageWithin('test-drive', reading, pageSizes.testDrives, side)
  useWhenSent(reading.refresh)
  return (
    <QueryState
      reading={reading}
      what={what}
      skeleton={<Rows height="h-52" />}
      count={count}
      isEmpty={({ totalCount }) => totalCount === 0}
      empty={empty}
    >
      {({ data }) => (
        <RowList rows={data} keyOf={({ _id }) => _id} pager={{ page, pages, hrefOf, onPage }}>
          {(drive) => <DriveCard drive={drive} of={of} asOf={reading.asOf} onStale={reading.refresh} />}
        </RowList>
      )}
    </QueryState>
  )
}
