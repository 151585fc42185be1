import type { ReactNode } from 'react'
import { Link } from 'wouter'
import type { Enquiry } from '#contract/forms/enquiries.ts'

const link = 'inline-flex min-h-11 items-center font-medium text-brand hover:underline'

/** What one person asked about one car, and the ways to answer. */
export function InquiryCard({ enquiry }: { enquiry: Enquiry }) {
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
        <Way href={`mailto:${encodeURIComponent(enquiry.email)}`}>{enquiry.email}</Way>
        {enquiry.gsm !== '' && <Way href={`tel:${enquiry.gsm.replace(/[^\d+]/g, '')}`}>{enquiry.gsm}</Way>}
      </p>
    </article>
  )
}

function Way({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a href={href} className={link}>
      <span className="wrap-anywhere">{children}</span>
    </a>
  )
}
