import { useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import {
  filterWaiting,
  type OutboxEntry,
  type RemoveResult,
  type Resolution,
  useCachedCars,
  useConnection,
  useOutboxActions,
  useServerNow,
} from '#local/react'
import { type Notice, useNotify } from '#ui/layer/snackbar.tsx'
import { canRewrite, isOnItsWay, onItsWayMessage, RewriteDialog } from '../../features/enquire/index.ts'
import { useCopy } from '#parts/copying.tsx'
import { DetailsSheet, formatDetails } from './details-sheet.tsx'
import { OutboxRow } from './outbox-row.tsx'
import { listingDefaults, writeListingUrl } from '#catalogue'
import type { CarCard } from '#contract/cars.ts'
import { formatTime } from '#parts/freshness.tsx'
import { describeState } from './state-words.ts'
import { isCorrupt, leavesDraft, readOwnWords, readRecord, titleEntry } from './titles.ts'
import { Question } from '#ui/layer/question.tsx'
import { ConflictSheet } from './conflict-sheet.tsx'

interface Props {
  entry: OutboxEntry
  title: string
  open: boolean
  onKeep: () => void
  onRemove: () => void
}

/** Asks for confirmation before a waiting item is removed. */
function CancelQuestion({ entry, title, open, onKeep, onRemove }: Props) {
  const own = readOwnWords(entry)
  return (
    <Question title="Remove this?" open={open} onNo={onKeep} yes="Remove" onYes={onRemove}>
      <p>
        {isCorrupt(entry)
          ? 'It cannot be sent. What is left of it is deleted from this phone.'
          : leavesDraft(entry)
            ? `${title}: it will not be published, and what you wrote stays a draft in My Ads.`
            : `${title}: it will not be sent, and what you wrote is deleted from this phone.`}
      </p>
      {own !== undefined && <p className="mt-2 whitespace-pre-line">“{own}”</p>}
    </Question>
  )
}

/** Notices for the results of a removal; they promise no more than is known. */
const removalNotice: Readonly<Record<RemoveResult | 'failed', Notice>> = {
  removed: { severity: 'success', message: 'Removed. It was not sent.' },
  cancelling: {
    severity: 'info',
    message: 'It may already have left. We will take it back as soon as there is signal.',
  },
  'already-sent': { severity: 'info', message: 'It was already sent.' },
  unknown: { severity: 'info', message: 'It is no longer on this phone.' },
  failed: { severity: 'error', message: 'This phone did not answer. Nothing was removed; please try again.' },
}

/** Notices for an item that becomes a draft. */
const draftNotice: typeof removalNotice = {
  ...removalNotice,
  removed: { severity: 'success', message: 'Kept as a draft on this phone.' },
  cancelling: {
    severity: 'info',
    message:
      'Kept as a draft on this phone. It may already have left: we will take it back as soon as there is signal.',
  },
  failed: { severity: 'info', message: 'It stays here as it is.' },
}

/** Largest price difference of a similar car, as a share of the price. */
const away = 0.3

/** Returns the search for cars like this one, or for all cars when this phone no longer has the car. */
function similarHref(car: Pick<CarCard, 'bodytype' | 'price'> | undefined): string {
  if (!car) return '/listings'
  const query = writeListingUrl({
    ...listingDefaults,
    bodytype: car.bodytype === '' ? [] : [car.bodytype],
    min_price: Math.floor(car.price * (1 - away)),
    max_price: Math.ceil(car.price * (1 + away)),
  })
  return `/listings?${query}`
}

/** The dialog over the list and its item, which stays during the exit animation. */
interface Over {
  what: 'cancel' | 'details' | 'edit'
  entry: OutboxEntry
  open: boolean
}

export function OutboxList({ outbox }: { outbox: readonly OutboxEntry[] }) {
  const actions = useOutboxActions()
  const now = useServerNow()
  const { titled, describe, carOf } = useWords()
  const notify = useNotify()
  const { copy, fallback } = useCopy()
  const [, navigate] = useLocation()
  const [over, setOver] = useState<Over>()
  const show = (what: Over['what'], entry: OutboxEntry) => setOver({ what, entry, open: true })
  const close = () => setOver((before) => before && { ...before, open: false })

  async function remove(entry: OutboxEntry) {
    close()
    if (leavesDraft(entry)) await draft(entry)
    else notify(removalNotice[await actions.remove(entry.id)])
  }
  async function draft(entry: OutboxEntry) {
    notify(draftNotice[await actions.keepAsDraft(entry.id)])
  }
  function edit(entry: OutboxEntry) {
    const ad = adOf(entry)
    if (isOnItsWay(entry)) notify({ severity: 'info', message: onItsWayMessage })
    else if (ad === undefined) show('edit', entry)
    else navigate(`/post/ad/${encodeURIComponent(ad)}`)
  }
  const row = (entry: OutboxEntry) => (
    <OutboxRow
      key={entry.id}
      entry={entry}
      title={titled(entry)}
      state={describe(entry)}
      now={now}
      similar={similarHref(carOf(entry))}
      onSend={() => void actions.retry(entry.id)}
      onEdit={canRewrite(entry) || adOf(entry) !== undefined ? () => edit(entry) : undefined}
      onCancel={() => show('cancel', entry)}
      onDetails={() => show('details', entry)}
      onDraft={() => void draft(entry)}
      onCopy={() => copy(formatDetails(entry))}
    />
  )
  const waiting = filterWaiting(outbox)
  const sent = outbox.filter(({ state }) => state === 'done')
  // The dialog shows the current state of its item, or the last known state of a deleted item.
  const about = over && (outbox.find(({ id }) => id === over.entry.id) ?? over.entry)
  const isOpen = (what: Over['what']) => over?.what === what && over.open
  return (
    <>
      {waiting.length > 0 && <ul className="mt-5 flex flex-col gap-3">{waiting.map(row)}</ul>}
      {sent.length > 0 && (
        <section className="mt-10">
          <h2 className="text-xl font-bold">Sent</h2>
          <ul className="mt-3 flex flex-col gap-3">{sent.map(row)}</ul>
        </section>
      )}
      {about && (
        <>
          <CancelQuestion
            entry={about}
            title={titled(about)}
            open={isOpen('cancel')}
            onKeep={close}
            onRemove={() => void remove(about)}
          />
          <DetailsSheet
            entry={about}
            title={titled(about)}
            state={describe(about).words}
            open={isOpen('details')}
            now={now}
            onCopy={copy}
            onClose={close}
          />
          {over?.what === 'edit' && (
            <RewriteDialog key={about.id} entry={about} open={over.open} onClose={close} />
          )}
        </>
      )}
      <Deciding outbox={outbox} titled={titled} />
      {fallback}
    </>
  )
}

/** Returns the id of the ad whose fields an item contains, if the form of ads can correct them. */
function adOf({ kind, state, cancelling, payload, error }: OutboxEntry): string | undefined {
  if ((kind !== 'ad.create' && kind !== 'ad.edit') || state === 'done' || state === 'conflict')
    return undefined
  const { adId } = readRecord(payload)
  return cancelling || error?.code === 'corrupt_record' || typeof adId !== 'string' ? undefined : adId
}

/** Returns functions that describe items in plain words with the data of this phone. */
function useWords() {
  const offline = useConnection().state === 'offline'
  const now = useServerNow()
  const { data: cars } = useCachedCars()
  const car = (id: unknown) =>
    [...(cars?.favourites ?? []), ...(cars?.viewed ?? [])].find(({ _id }) => _id === id)
  return {
    /** Returns the title of an item; a car has its name if this phone knows it. */
    titled: (entry: OutboxEntry) => titleEntry(entry, (id) => car(id)?.title),
    describe: (entry: OutboxEntry) => describeState(entry, { offline, clock: (at) => formatTime(at, now) }),
    /** Returns the car of an item if this phone has cached it. */
    carOf: ({ payload }: OutboxEntry) => car(readRecord(payload)['carId']),
  }
}

const settled: Readonly<Record<Resolution['how'], string>> = {
  mine: 'Yours is kept. It is sent next.',
  theirs: 'The other version stays.',
  values: 'Your choice is kept. It is sent next.',
  draft: 'Kept as a draft on this phone.',
  again: 'It will be published again.',
}

interface DecidingProps {
  outbox: readonly OutboxEntry[]
  titled: (entry: OutboxEntry) => string
}

/** Shows the conflict that the address requests: `/outbox?decide=<id>`. */
function Deciding({ outbox, titled }: DecidingProps) {
  const id = new URLSearchParams(useSearch()).get('decide')
  const [, navigate] = useLocation()
  const { resolve } = useOutboxActions()
  const notify = useNotify()
  const disputed = outbox.find((entry) => entry.id === id && entry.dispute !== undefined)
  // The item stays rendered during the exit animation of the sheet.
  const [last, setLast] = useState(disputed)
  if (disputed && disputed !== last) setLast(disputed)

  const close = () => navigate('/outbox', { replace: true })
  async function decide(entry: OutboxEntry, how: Resolution) {
    close()
    const done = await resolve(entry.id, how)
    notify(
      done
        ? { severity: 'success', message: settled[how.how] }
        : { severity: 'info', message: 'That could not be done. Look at it again.' },
    )
  }
  if (!last?.dispute) return null
  const { dispute } = last
  return (
    <ConflictSheet
      key={last.id}
      entry={last}
      dispute={dispute}
      title={titled(last)}
      open={disputed !== undefined}
      onResolve={(how) => void decide(last, how)}
      onClose={close}
    />
  )
}
