import { IconCircleCheck, IconHeartHandshake } from '@tabler/icons-react'
import { type ReactNode, type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import { useHistoryState } from 'wouter/use-browser-location'
import {
  type OutboxEntry,
  useOutboxActions,
  useOutboxEntry,
  useServerNow,
  useSiteSettings,
} from '#local/react'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { AboutCar, CarBySlug } from '#parts/forms/about-car.tsx'
import type { EnquirySend } from '#contract/commands.ts'
import { ErrorNote } from '#parts/forms/error-note.tsx'
import { patienceMs, deliveryPhase, StandingLine, DeliveryNote } from '#parts/forms/standing.tsx'
import { formatTime } from '#parts/freshness.tsx'
import { useNotify } from '#ui/layer/snackbar.tsx'
import { useHere } from '#ui/use-here.ts'
import { readThankYouCar, isUnannounced } from './thank-you-address.ts'

/** Shows the page after an enquiry (R-NAV-27): thanks, the car, and the true state of the enquiry. */
export function ThankYouPage({ children }: { children?: ReactNode }) {
  const address = new URLSearchParams(useSearch())
  const state = useHistoryState<unknown>()
  const carried = readThankYouCar(state)
  const ref = address.get('ref') ?? undefined
  const slug = address.get('car') ?? carried?.slug
  const { social } = useSiteSettings()
  const [, navigate] = useLocation()
  // The outcome is announced once; a reload of the page must not announce it again.
  const markAnnounced = useCallback(() => {
    const car = readThankYouCar(window.history.state)
    navigate(location.pathname + location.search, { replace: true, state: car ? { car } : null })
  }, [navigate])
  return (
    <div className="mx-auto flex max-w-text flex-col items-center gap-5 px-4 py-10 text-center">
      <span className="grid size-16 place-items-center rounded-pill bg-brand-tint text-brand">
        <Icon of={IconHeartHandshake} size={32} />
      </span>
      <div>
        <h1 className="text-3xl font-bold">Thank you</h1>
        <p className="mt-2 text-lg text-ink-2">
          {ref === undefined && slug === undefined
            ? 'Thanks for stopping by. There are more cars to meet.'
            : 'Thanks for saying hello. The seller answers you directly, by phone or e-mail.'}
        </p>
      </div>
      {ref !== undefined && (
        <EnquiryState id={ref} slug={slug} untold={isUnannounced(state)} onShown={markAnnounced} />
      )}
      {carried ? <AboutCar car={carried} /> : slug !== undefined && <CarBySlug slug={slug} />}
      <Button href="/listings" look={ref === undefined ? 'primary' : 'secondary'}>
        Browse more cars
      </Button>
      {children}
      {social.length > 0 && (
        <nav aria-label="Follow us" className="mt-4">
          <p className="text-13 text-ink-3">Follow us</p>
          <ul className="mt-1 flex flex-wrap justify-center gap-x-5">
            {social.map(({ name, url }) => (
              <li key={name}>
                <a
                  href={url}
                  rel="noopener"
                  target="_blank"
                  className="inline-flex min-h-11 min-w-11 items-center justify-center font-medium text-brand hover:underline"
                >
                  {name}
                </a>
              </li>
            ))}
          </ul>
        </nav>
      )}
    </div>
  )
}

interface Props {
  id: string
  slug: string | undefined
  /** Whether the enquiry was just submitted, so that its outcome is announced even if it arrived before this page was shown. */
  untold: boolean
  onShown: () => void
}

/** Shows the state of one enquiry; only the outbox decides it: "Sent" only after the server has answered (I5). */
function EnquiryState({ id, slug, untold, onShown }: Props) {
  const entry = useOutboxEntry(id)
  const notify = useNotify()
  const now = useServerNow()
  // The hook is called here, because `Refused` unmounts as soon as the refused text is back in its form.
  const here = useHere()
  const phase = entry && deliveryPhase(entry)
  const { answer, error, doneAt } = entry ?? {}
  const watched = useRef(untold)
  useEffect(() => {
    if (phase === 'waiting' || phase === 'asking') watched.current = true
    if (!watched.current || phase === undefined) return
    if (phase === 'sent') notify({ severity: 'success', message: answer ?? 'Your enquiry was sent.' })
    else if (phase === 'refused')
      notify({ severity: 'error', message: error?.msg ?? 'Your enquiry was not accepted.' })
    else return
    watched.current = false
    onShown()
  }, [phase, answer, error, notify, onShown])

  if (!entry || entry.kind !== 'enquiry.send') return <Unknown />
  if (phase === 'sent')
    return (
      <StandingLine icon={IconCircleCheck}>
        {doneAt === undefined ? 'Sent' : `Sent ${formatTime(doneAt, now)}`}
      </StandingLine>
    )
  if (phase === 'refused') return <Refused entry={entry} slug={slug} here={here} />
  return <DeliveryNote entry={entry} />
}

interface RefusedProps {
  entry: OutboxEntry
  slug: string | undefined
  /** Whether the person is on this page. */
  here: Readonly<RefObject<boolean>>
}
/** Shows the reason for a refusal, and puts the text back into the form. No typed text is lost. */
function Refused({ entry, slug, here }: RefusedProps) {
  const { carId, name, email, countryCode, gsm, message } = entry.payload as EnquirySend
  const { reopen } = useOutboxActions()
  const notify = useNotify()
  const [busy, setBusy] = useState(false)
  const [, navigate] = useLocation()
  const reasons = Object.values(entry.error?.fields ?? {})
  async function edit() {
    setBusy(true)
    const refused = { name, email, countryCode, gsm }
    // Text written about the car since then follows below the refused text.
    const result = await reopen(entry.id, `enquiry:${carId}`, (since) => {
      const words = new Set([message, since?.['message'] ?? ''].filter((text) => text !== ''))
      return { ...refused, ...since, message: [...words].join('\n\n') }
    })
    setBusy(false)
    if (result === 'failed') {
      notify({ severity: 'error', message: 'This phone did not answer. Please try again.' })
      return
    }
    if (here.current)
      navigate(`/listing/${encodeURIComponent(slug ?? carId)}#enquiry`, { state: { overlay: 'enquiry' } })
  }
  return (
    <>
      <ErrorNote>
        Not sent. {entry.error?.msg ?? 'The server did not accept it.'} {reasons.join(' ')}
      </ErrorNote>
      <blockquote className="max-w-text rounded-grid bg-sunken px-4 py-3 text-left text-sm whitespace-pre-line text-ink-2">
        {message}
      </blockquote>
      <Button look="outline" size="sm" loading={busy} onClick={() => void edit()}>
        Edit and send again
      </Button>
    </>
  )
}

function Unknown() {
  const [waited, setWaited] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setWaited(true), patienceMs)
    return () => clearTimeout(timer)
  }, [])
  return (
    <output className="block min-h-6 text-sm text-ink-3">
      {waited ? 'This phone has no record of this enquiry any more; receipts are kept for 7 days.' : ''}
    </output>
  )
}
