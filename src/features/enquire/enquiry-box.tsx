import { ignoreExpected, isMissingFile } from '#contract/values/expected.ts'
import { IconMessageCircle } from '@tabler/icons-react'
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import type { CarDetail } from '#contract/cars.ts'
import { whenIdle } from '#ui/when-idle.ts'
import { useMediaQuery } from '#ui/use-media-query.ts'
import { Button } from '#ui/button.tsx'
import { Skeleton } from '#ui/show/skeleton.tsx'
import { useConnection, useServerNow } from '#local/react'
import { measureAge } from '#parts/car-age.tsx'
import { lazyRequired } from '#parts/use-at-rest.ts'

const loadForm = () => import('./enquiry-form.tsx')
const EnquirySheet = lazy(async () => ({ default: (await loadForm()).EnquirySheet }))
const loadMine = () => import('./my-enquiry.tsx')
const MyEnquiry = lazyRequired(async () => (await loadMine()).MyEnquiry)
const EnquiryForm = lazyRequired(async () => (await loadForm()).EnquiryForm, <FormSkeleton />)

/** From this width the form is on the page; on a narrower screen it opens as a sheet. */
const wideEnough = '(min-width: 64rem)'

interface Props {
  car: CarDetail
  /** Server time of the data of the car. */
  asOf?: number | undefined
  open: boolean
  onOpen: () => void
  onClose: () => void
}

/** Shows the form to write to the seller: beside the car on a wide screen, as a sheet on a phone. */
export function EnquiryBox({ car, asOf, open, onOpen, onClose }: Props) {
  const wide = useMediaQuery(wideEnough)
  const [ready, setReady] = useState(false)
  useEffect(
    () =>
      whenIdle(() => {
        Promise.all([loadForm(), loadMine()])
          .then(() => setReady(true))
          .catch(ignoreExpected('load-enquiry', isMissingFile))
      }),
    [],
  )
  const first = car.creator.fullname.split(' ')[0] ?? ''
  const title = first === '' ? 'Say hello' : `Say hello to ${first}`
  const mine = ready && <MyEnquiry carId={car._id} />
  const note = <SoldNote asOf={asOf} />
  if (car.status !== 'active') return <Closed status={car.status}>{mine}</Closed>
  return (
    <section
      id="enquiry"
      aria-labelledby="enquiry-title"
      className="scroll-mt-20 rounded-card border border-line bg-surface p-4"
    >
      <h2 id="enquiry-title" className="text-xl font-bold">
        {title}
      </h2>
      {mine}
      {note}
      <div className="mt-1 lg:hidden">
        <p className="text-sm text-ink-2">Ask what you want to know. No account needed.</p>
        <Button wide look="secondary" icon={IconMessageCircle} className="mt-3" onClick={onOpen}>
          Write a message
        </Button>
      </div>
      <div className="mt-4 hidden min-h-[34rem] lg:block">
        {wide && <EnquiryForm car={car} asOf={asOf} />}
      </div>
      {!wide && (open || ready) && (
        <Suspense fallback={open && <ComingUp />}>
          <EnquirySheet car={car} asOf={asOf} note={note} open={open} onClose={onClose} title={title} />
        </Suspense>
      )}
    </section>
  )
}

function Closed({ status, children }: { status: 'sold' | 'inactive'; children: ReactNode }) {
  return (
    <section aria-labelledby="enquiry-title" className="rounded-card border border-line bg-sunken p-4">
      <h2 id="enquiry-title" className="text-lg font-bold">
        {status === 'sold' ? 'This car is sold' : 'This car is not listed at the moment'}
      </h2>
      <p className="mt-1 text-sm text-ink-2">
        {status === 'sold'
          ? 'It has found its person, so the seller takes no more messages about it.'
          : 'The seller has paused this ad and takes no messages about it.'}
      </p>
      {children}
    </section>
  )
}

/** Shows a placeholder of the sheet while its code loads, so that a tap has an effect at once. */
function ComingUp() {
  return (
    <div className="fixed inset-x-0 bottom-0 z-40 rounded-t-sheet bg-surface p-4 shadow-e2">
      <FormSkeleton />
    </div>
  )
}

const rows = ['a', 'b', 'c']
function FormSkeleton() {
  return (
    <div aria-busy="true" className="min-h-[34rem] space-y-4">
      <output className="sr-only">Loading the form</output>
      {rows.map((row) => (
        <div key={row}>
          <Skeleton className="mb-1.5 h-5 w-24" />
          <Skeleton className="h-12 rounded-input!" />
        </div>
      ))}
      <Skeleton className="h-28 rounded-input!" />
      <Skeleton className="h-12 rounded-pill!" />
    </div>
  )
}

/** Warns a person who writes offline about a car with old data: the server refuses messages about sold cars. */
export function SoldNote({ asOf }: { asOf: number | undefined }) {
  const { state } = useConnection()
  const now = useServerNow()
  if (state !== 'offline' || asOf === undefined || !measureAge(asOf, now)?.mayBeSold) return null
  return (
    <p className="my-2 rounded-input bg-amber-tint px-3 py-2 text-13 text-amber-ink">
      This car was seen more than 7 days ago and may be sold. We will check it is still for sale before
      sending.
    </p>
  )
}
