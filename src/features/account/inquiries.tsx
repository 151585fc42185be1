import { IconInbox, IconLock } from '@tabler/icons-react'
import { useState } from 'react'
import { Link } from 'wouter'
import type { Enquiry } from '#contract/forms/enquiries.ts'
import { errorRules } from '#contract/errors.ts'
import { pageSizes } from '#contract/limits.ts'
import { useInquiries } from '#local/react'
import { Freshness } from '#parts/freshness.tsx'
import { Button } from '#ui/button.tsx'
import { Pager } from '#ui/nav/pager.tsx'
import { EmptyState } from '#ui/show/empty-state.tsx'
import { Skeleton } from '#ui/show/skeleton.tsx'

const three = ['a', 'b', 'c']

/** What people asked about the signed-in person's cars (R-PROF-13), nine a page. */
export function Inquiries() {
  const [page, setPage] = useState(1)
  const { data, status, error, source, asOf, refresh } = useInquiries(page)
  // The server's present word counts, whatever an older list on this phone would show (R-PROF-14, R-PROF-15).
  if (error?.code === 'subscription_required') {
    return (
      <EmptyState
        icon={IconLock}
        title={errorRules.subscription_required.msg}
        actions={<Button href="/subscriptions">See the plans</Button>}
      />
    )
  }
  if (!data) {
    return status === 'loading' ? (
      <div className="space-y-3" aria-busy="true">
        <output className="sr-only">Loading your inquiries</output>
        {three.map((key) => (
          <Skeleton key={key} className="h-32 rounded-card!" />
        ))}
      </div>
    ) : (
      <EmptyState
        title="Your inquiries could not be loaded"
        actions={<Button onClick={refresh}>Try again</Button>}
      >
        {error?.message}
      </EmptyState>
    )
  }
  if (data.totalCount === 0) {
    return (
      <EmptyState icon={IconInbox} title="No inquiries yet">
        When someone writes to you about one of your cars, it arrives here.
      </EmptyState>
    )
  }
  return (
    <>
      <p className="text-sm text-ink-2">
        {data.totalCount} {data.totalCount === 1 ? 'inquiry' : 'inquiries'}
        {source === 'phone' && asOf !== undefined && (
          <>
            , <Freshness at={asOf} />
          </>
        )}
      </p>
      <ul className="mt-3 space-y-3">
        {data.data.map((enquiry) => (
          <li key={enquiry._id}>
            <InquiryCard enquiry={enquiry} />
          </li>
        ))}
      </ul>
      <div className="mt-6">
        <Pager
          page={page}
          pages={Math.ceil(data.totalCount / pageSizes.inquiries)}
          hrefOf={() => '/profile?tab=inquiries'}
          onPage={setPage}
        />
      </div>
    </>
  )
}

function InquiryCard({ enquiry }: { enquiry: Enquiry }) {
  const link = 'inline-flex min-h-11 items-center font-medium text-brand hover:underline'
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
        <Link href={`/listing/${encodeURIComponent(enquiry.car_id.slug)}`} className={link}>
          {enquiry.car_id.title}
        </Link>
      </p>
      <p className="whitespace-pre-line text-ink-2">{enquiry.message}</p>
      <p className="mt-1 flex flex-wrap gap-x-5 text-sm">
        <a href={`mailto:${encodeURIComponent(enquiry.email)}`} className={link}>
          {enquiry.email}
        </a>
        {enquiry.gsm !== '' && (
          <a href={`tel:${enquiry.gsm.replace(/[^\d+]/g, '')}`} className={link}>
            {enquiry.gsm}
          </a>
        )}
      </p>
    </article>
  )
}
