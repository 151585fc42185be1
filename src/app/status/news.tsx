import { PhoneNotices } from './phone-notices.tsx'
import { useEffect, useRef, useState } from 'react'
import {
  filterWaiting,
  useConnection,
  useOutbox,
  useSession,
  type OutboxEntry,
  useEntities,
  useUnreadChats,
} from '#local/react'
import type { CommandKind } from '#contract/commands.ts'
import { describeReasons, useDecided } from '#parts/forms/standing.tsx'
import { useErrorAlert } from '#ui/layer/error-alert.tsx'
import { profileLane } from '#contract/sync/lanes.ts'
import { addUnreadCount } from '../navigation/browser-head.ts'
import { describeRefusal } from '../outbox/state-words.ts'
import { titleEntry } from '../outbox/titles.ts'

/** Returns a sentence about a changed item. A favourite that was sent is not mentioned. */
function newsOf(was: OutboxEntry, now: OutboxEntry): string | undefined {
  const title = titleEntry(now)
  if (now.state === was.state) {
    const joined = (now.merged?.length ?? 0) > (was.merged?.length ?? 0)
    return joined ? `Merged with changes from another device: ${title}.` : undefined
  }
  if (now.state === 'done' && now.kind !== 'fav.set')
    return was.cancelling ? `It was already sent: ${title}.` : `Sent: ${title}.`
  if (now.state === 'rejected') return `Not sent: ${title}. ${describeRefusal(now)}`
  if (now.state === 'conflict') return `Changed on another device: ${title}. Please decide.`
  return now.state === 'quarantine' ? `We could not send this: ${title}.` : undefined
}

/** Describes the changes between two states of one person's outbox. */
export function describeChange(before: readonly OutboxEntry[], now: readonly OutboxEntry[]): string[] {
  const was = new Map(before.map((entry) => [entry.id, entry]))
  const is = new Set(now.map(({ id }) => id))
  const changed = now.flatMap((entry) => {
    const old = was.get(entry.id)
    return (old && newsOf(old, entry)) ?? []
  })
  const takenBack = before.filter(({ id, cancelling }) => cancelling && !is.has(id))
  return [...changed, ...takenBack.map((entry) => `Taken back: ${titleEntry(entry)}.`)]
}

/** Kinds whose refusal opens an alert; a profile's is a notification, an enquiry's is shown in its form (R-ERR-06). */
const alerting: ReadonlySet<CommandKind> = new Set([
  'fav.set',
  'alert.set',
  'ad.create',
  'ad.edit',
  'ad.status',
  'ad.delete',
  'ad.image.delete',
])

/** Share of the tallest viewport of the same width; a lower viewport means an open keyboard. */
const share = 0.75

/** Marks the page while an on-screen keyboard is open, so that fixed bars can make room (`keyboard:hidden`). */
function useKeyboardMark(): void {
  useEffect(() => {
    const view = window.visualViewport
    if (!view) return
    const tallest = new Map<number, number>()
    const look = () => {
      const width = Math.round(view.width)
      const most = Math.max(tallest.get(width) ?? 0, view.height, window.innerHeight)
      tallest.set(width, most)
      // A pinch also shrinks the visual viewport, without a keyboard.
      const open = view.scale <= 1.01 && view.height < most * share
      document.documentElement.toggleAttribute('data-keyboard', open)
    }
    look()
    view.addEventListener('resize', look)
    return () => view.removeEventListener('resize', look)
  }, [])
}

interface Props {
  /** Receives the current name of the signed-in person: the last one that they set, on this device or another. */
  onName: (name: string | undefined) => void
  /** Receives whether a message is unread; the document's title has the number of chats. */
  onUnread: (unread: boolean) => void
}

/** Shows the phone's notices and marks its keyboard, once the first view is at rest. */
export function News({ onName, onUnread }: Props) {
  const id = useSession().user?.id
  // The session has the name that the person had at login.
  const name = useEntities().get(profileLane(id ?? ''))?.fields['fullname']
  useEffect(() => onName(typeof name === 'string' ? name : undefined), [name, onName])
  const unread = useUnreadChats()
  useEffect(() => {
    onUnread(unread > 0)
    document.title = addUnreadCount(document.title, unread)
  }, [unread, onUnread])
  const showError = useErrorAlert()
  // The alert titled "Error" shows refused writes as soon as the server has refused them (R-ERR-04, R-ERR-05).
  useDecided((entry) => {
    if (entry.state === 'rejected' && alerting.has(entry.kind)) showError(describeReasons(entry))
  })
  useKeyboardMark()
  return (
    <>
      <ChangesRegion />
      <PhoneNotices />
    </>
  )
}

/** Announces changes of the connection and of waiting items to screen readers, politely. */
function ChangesRegion() {
  const { state } = useConnection()
  const outbox = useOutbox()
  const who = useSession().user?.id
  const before = useRef<{ state: typeof state; outbox: typeof outbox; who: typeof who } | undefined>(
    undefined,
  )
  const [said, setSaid] = useState({ words: '', times: 0 })
  useEffect(() => {
    const was = before.current
    before.current = { state, outbox, who }
    if (!was) return
    // The outbox of another person is no news for this person.
    const news = was.who === who ? describeChange(was.outbox, outbox) : []
    if (was.state !== state && state === 'offline') news.unshift('You are offline.')
    if (was.state === 'offline' && state === 'online') {
      const count = filterWaiting(outbox).length
      news.unshift(count > 0 ? `You are online again. Sending ${count}.` : 'You are online again.')
    }
    if (news.length > 0) setSaid(({ times }) => ({ words: news.join(' '), times: times + 1 }))
  }, [state, outbox, who])
  return (
    <output aria-live="polite" className="sr-only">
      {/* The new key makes screen readers announce equal words again. */}
      <span key={said.times}>{said.words}</span>
    </output>
  )
}
