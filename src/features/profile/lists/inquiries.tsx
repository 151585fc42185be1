import { IconInbox } from '@tabler/icons-react'
import { pageSizes } from '#contract/limits.ts'
import { useInquiries, useServerNow } from '#local/react'
import { EmptyState } from '#ui/show/empty-state.tsx'
import { runsNow } from '../account/plans.ts'
import { QueryState } from '../query-state.tsx'
import type { Me } from '../use-me.ts'
import { usePage, usePageWithin } from '../use-page.ts'
import { ClosedInquiries } from './closed-inquiries.tsx'
import { InquiryCard } from './inquiry-card.tsx'
import { RowList } from './row-list.tsx'
import { Rows } from './rows.tsx'

/**
 * What people asked about the signed-in person's cars (R-PROF-13), nine a page. Only with a subscription that runs at
 * this moment, by its own end and not by a flag (R-PROF-14, R-PROF-15, R-ROLE-18).
 */
export function Inquiries({ me: { profile, reading } }: { me: Me }) {
  const now = useServerNow()
  if (!profile && reading.status === 'loading') return <Rows height="h-48" />
  const closed = profile !== undefined && !profile.subscriptions.some((s) => runsNow(s, now))
  return closed ? <ClosedInquiries /> : <Inbox />
}

function Inbox() {
  const { page, hrefOf, onPage } = usePage('inquiries')
  const reading = useInquiries(page)
  const pages = usePageWithin('inquiries', reading, pageSizes.inquiries)
  // The server's present word counts, whatever an older list on this phone would show.
  if (reading.error?.code === 'subscription_required') return <ClosedInquiries />
  return (
    <QueryState
      reading={reading}
      what="Your inquiries"
      skeleton={<Rows height="h-48" />}
      count={({ totalCount: n }) => `${n} ${n === 1 ? 'inquiry' : 'inquiries'}`}
      isEmpty={({ totalCount }) => totalCount === 0}
      empty={
        <EmptyState icon={IconInbox} title="No inquiries yet">
          When someone writes to you about one of your cars, it arrives here.
        </EmptyState>
      }
    >
      {({ data }) => (
        <RowList rows={data} keyOf={({ _id }) => _id} pager={{ page, pages, hrefOf, onPage }}>
          {(enquiry) => <InquiryCard enquiry={enquiry} />}
        </RowList>
      )}
    </QueryState>
  )
}
