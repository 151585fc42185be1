import { IconSteeringWheel } from '@tabler/icons-react'
import { pageSizes } from '#contract/limits.ts'
import { useTestDrives } from '#local/react'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/show/empty-state.tsx'
import { Shown } from '../shown.tsx'
import { usePage, usePageWithin } from '../use-page.ts'
import { RowList } from './row-list.tsx'
import { Rows } from './rows.tsx'
import { TestDriveCard } from './test-drive-card.tsx'

/** One's own requests for a test drive, nine a page (R-PROF-16); with none the documented words, odd as they are. */
export function TestDrives() {
  const { page, hrefOf, onPage } = usePage('test-drive')
  const reading = useTestDrives(page)
  const pages = usePageWithin('test-drive', reading, pageSizes.testDrives)
  return (
    <Shown
      reading={reading}
      what="Your test drives"
      skeleton={<Rows height="h-38" />}
      count={({ totalCount: n }) => `${n} test ${n === 1 ? 'drive' : 'drives'}`}
      isEmpty={({ totalCount }) => totalCount === 0}
      empty={
        <EmptyState
          icon={IconSteeringWheel}
          title="You need to be apply for a for a test drive services."
          actions={<Button href="/book-test-drive">Book a test drive</Button>}
        />
      }
    >
      {({ data }) => (
        <RowList rows={data} keyOf={({ _id }) => _id} pager={{ page, pages, hrefOf, onPage }}>
          {(drive) => <TestDriveCard drive={drive} />}
        </RowList>
      )}
    </Shown>
  )
}
