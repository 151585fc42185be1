import { counted } from '#contract/values/region.ts'
import { IconInbox, IconLock } from '@tabler/icons-react'
import { pageSizes } from '#contract/limits.ts'
import { useInquiries, useServerNow } from '#local/react'
import { EmptyState } from '#ui/show/empty-state.tsx'
import { isRunning } from '../account/plans.ts'
import { QueryState } from '../query-state.tsx'
import type { Me } from '../use-me.ts'
import { usePager, useProfileAddress } from '../address.ts'
import { ContactLinks, linkLook, ListSkeleton, RowList } from './rows.tsx'
import { errorRules } from '#contract/errors.ts'
import { Button } from '#ui/button.tsx'
import { Link } from 'wouter'
import type { Enquiry } from '#contract/forms/enquiries.ts'

/** Shows one enquiry about one car, and links to answer it. */
function InquiryCard({ enquiry }: { enquiry: Enquiry }) {
  return (
    <article className="rounded-card border border-line bg-surface p-4">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 className="font-sans text-lg font-semibold tracking-normal">{enquiry.name}</h2>
        <p className="text-13 text-ink-3 tabular-nums">
          {enquiry.date} {enquiry.time}
        </p>
      </div>
      <p className="text-sm">
        About{' '}
        <Link href={`/listing/${encodeURIComponent(enquiry.car_id.slug)}`} className={linkLook}>
          {enquiry.car_id.title}
        </Link>
      </p>
      <p className="whitespace-pre-line text-ink-2">{enquiry.message}</p>
      <ContactLinks email={enquiry.email} number={enquiry.gsm} />
    </article>
  )
}

/**
 * Shows the enquiries about the person's cars (R-PROF-13), nine a page. Only with a subscription that runs now, by its end
 * and not by a flag (R-PROF-14, R-PROF-15, R-ROLE-18).
 */
export function Inquiries({ me: { profile, reading } }: { me: Me }) {
  const now = useServerNow()
  if (!profile && reading.status === 'loading') return <ListSkeleton height="h-48" />
  const closed = profile !== undefined && !profile.subscriptions.some((s) => isRunning(s, now))
  return closed ? <ClosedInquiries /> : <Inbox />
}

function Inbox() {
  const reading = useInquiries(useProfileAddress().page)
  const pager = usePager('inquiries', reading, pageSizes.inquiries)
  // The server's current response decides, even if this phone has an older list.
  if (reading.error?.code === 'subscription_required') return <ClosedInquiries />
  return (
    <QueryState
      reading={reading}
      what="Your inquiries"
      skeleton={<ListSkeleton height="h-48" />}
      count={({ totalCount }) => counted(totalCount, 'inquiry', 'inquiries')}
      isEmpty={({ totalCount }) => totalCount === 0}
      empty={
        <EmptyState icon={IconInbox} title="No inquiries yet">
          When someone writes to you about one of your cars, it arrives here.
        </EmptyState>
      }
    >
      {({ data }) => (
        <RowList rows={data} keyOf={({ _id }) => _id} pager={pager}>
          {(enquiry) => <InquiryCard enquiry={enquiry} />}
        </RowList>
      )}
    </QueryState>
  )
}

/** Tells people without a running subscription about it, in the documented text (R-ERR-19). */
function ClosedInquiries() {
  return (
    <EmptyState
      icon={IconLock}
      title={errorRules.subscription_required.msg}
      actions={<Button href="/subscriptions">See the plans</Button>}
    />
  )
}
