import { IconArrowDown } from '@tabler/icons-react'
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { clean } from '#contract/parts.ts'
import { type Conversation, useServerNow, useSiteSettings } from '#local/react'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { Spinner } from '#ui/show/spinner.tsx'
import { arrangeMessages } from './arrange.ts'
import { Bubble } from './bubble.tsx'
import type { TextLink } from './find-links.ts'
import { scrollPlaces } from './places.ts'
import { useLogScroll } from './use-log-scroll.ts'
import { useLogWindow } from './use-log-window.ts'
import { Dialog } from '#ui/layer/dialog.tsx'

interface LeaveQuestionProps {
  link: TextLink
  open: boolean
  onClose: () => void
}

/** Asks before a link leaves our site, and names its host. */
function LeaveQuestion({ link, open, onClose }: LeaveQuestionProps) {
  const { name } = useSiteSettings()
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={
        <span className="wrap-anywhere">
          You leave {name}: {link.foreign}
        </span>
      }
      cancel="Stay here"
      actions={
        <Button href={link.href} target="_blank" rel="noopener noreferrer nofollow ugc" onClick={onClose}>
          Open it
        </Button>
      }
    >
      <p>This page is not ours. Type no password and no card number there.</p>
      <p
        className="mt-3 max-h-32 overflow-y-auto rounded-input bg-sunken px-3.5 py-2.5 text-13 break-all"
        dir="ltr"
      >
        {link.shown}
      </p>
    </Dialog>
  )
}

interface Props {
  other: string
  name: string
  conversation: Conversation
  /** Content above the first message of the conversation. */
  beginning: ReactNode
  /** Called when the newest message is visible. */
  onSeen: () => void
}

/** Changes when a visible message grows: its picture was read from the phone, or the message was refused. */
const grown = (messages: Conversation['messages']) =>
  messages.filter(({ image }) => image !== undefined).length +
  messages.filter(({ state }) => state === 'refused').length * messages.length

/** A scrolling box needs the focus, because arrow keys scroll the focused element. */
const focusable = { tabIndex: 0 }

/** Renders the messages of one conversation, oldest first; only a window of a long conversation is in the page. */
export function MessageLog({ other, name, conversation, beginning, onSeen }: Props) {
  const { messages, firstUnread, older, loadOlder, known } = conversation
  const now = useServerNow()
  const [leaving, setLeaving] = useState<{ link: TextLink; open: boolean }>()
  // A saved position is used only when its message is loaded.
  const [place] = useState(() => {
    const left = scrollPlaces.get(other)
    return messages.some(({ id }) => id === left?.id) ? left : undefined
  })
  const stretch = useLogWindow(messages, place?.id ?? firstUnread)
  const { shown, atStart, atEnd } = stretch
  const newest = messages.at(-1)
  const mark = useUnreadMark(messages, firstUnread)
  const { box, atBottom, onScroll, toBottom } = useLogScroll({
    other,
    place,
    known,
    content: `${shown[0]?.id} ${shown.at(-1)?.id} ${shown.length} ${grown(shown)} ${atStart} ${older}`,
    newest,
    atEnd,
    full: stretch.full,
    unread: shown.some(({ id }) => id === mark?.id),
    onTop() {
      if (!atStart) stretch.earlier()
      else if (older === 'more') loadOlder()
    },
    onBottom: stretch.later,
  })

  // Waiting and refused messages come after newly received ones, so the last received message is searched for.
  const came = messages.findLast(({ mine }) => !mine)?.id
  // New messages are counted from the last one that was visible.
  const [seen, setSeen] = useState(came)
  if (atBottom && seen !== came) setSeen(came)
  const fresh = messages
    .slice(messages.findIndex(({ id }) => id === seen) + 1)
    .filter(({ mine }) => !mine).length
  const see = useEffectEvent(onSeen)
  useEffect(() => {
    if (!atBottom) return
    const look = () => see()
    look()
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [atBottom, came])

  return (
    <div className="relative flex min-h-0 flex-1 flex-col">
      <div
        ref={box}
        // The live region below announces new messages: this log would also announce older messages when they load.
        role="log"
        aria-live="off"
        aria-label={`Messages with ${name}`}
        {...focusable}
        onScroll={onScroll}
        className="relative flex min-h-0 flex-1 flex-col overflow-y-auto overscroll-contain px-3 pb-3 -outline-offset-2 [overflow-anchor:none] sm:px-4"
      >
        {/* Few messages are at the bottom, above the text box. */}
        <div className="mt-auto" />
        {atStart && <Older older={older} onRetry={loadOlder} />}
        {atStart && older === 'none' && beginning}
        {arrangeMessages(shown, { now, firstUnread: mark?.id, unread: mark?.count ?? 0 }).map((line) => (
          <div
            key={line.key}
            data-message={line.is === 'message' ? line.key : undefined}
            data-unread={line.is === 'unread' ? '' : undefined}
            className="flex flex-col"
          >
            {line.is === 'message' ? (
              <Bubble
                name={name}
                message={line.message}
                first={line.first}
                last={line.last}
                onLeave={(link) => setLeaving({ link, open: true })}
              />
            ) : line.is === 'day' ? (
              <h3 className="mt-4 self-center rounded-pill bg-sunken px-3 py-0.5 font-sans text-xs font-medium tracking-normal text-ink-2">
                {line.words}
              </h3>
            ) : (
              <h3 className="mt-4 flex items-center gap-3 font-sans text-xs font-semibold tracking-normal text-brand before:h-px before:flex-1 before:bg-brand/30 after:h-px after:flex-1 after:bg-brand/30">
                {line.words}
              </h3>
            )}
          </div>
        ))}
      </div>
      {!atBottom && (
        <button
          type="button"
          onClick={({ currentTarget }) => {
            // The button disappears, so the focus moves to the message log.
            if (document.activeElement === currentTarget) box.current?.focus({ preventScroll: true })
            stretch.newest()
            toBottom()
          }}
          className="absolute right-4 bottom-3 inline-flex h-11 min-w-11 items-center justify-center gap-1.5 rounded-pill border border-line bg-surface px-2.5 text-sm font-semibold text-brand shadow-e1"
        >
          {fresh > 0 && <span className="pl-1 tabular-nums">{fresh} new</span>}
          <Icon of={IconArrowDown} />
          <span className="sr-only">Go to the newest message</span>
        </button>
      )}
      <Announcer name={name} messages={messages} />
      {leaving && <LeaveQuestion {...leaving} onClose={() => setLeaving({ ...leaving, open: false })} />}
    </div>
  )
}

/** Tracks the first unread message and the number of unread messages. The marker disappears after an answer. */
function useUnreadMark(messages: Conversation['messages'], firstUnread: string | undefined) {
  const from = messages.findIndex(({ id }) => id === firstUnread)
  const [counted, setCounted] = useState<{ id: string; count: number }>()
  const since = from === -1 ? [] : messages.slice(from)
  if (from !== -1 && firstUnread !== undefined && counted?.id !== firstUnread)
    setCounted({ id: firstUnread, count: since.length })
  return since.some(({ mine }) => mine) ? undefined : counted
}

function Older({ older, onRetry }: { older: Conversation['older']; onRetry: () => void }) {
  if (older === 'none') return null
  return (
    <div className="flex min-h-13 items-center justify-center pt-2 text-13 text-ink-3">
      {older === 'failed' ? (
        <>
          Earlier messages could not be loaded.
          <Button
            look="quiet"
            size="sm"
            onClick={({ currentTarget }) => {
              currentTarget.closest<HTMLElement>('[role="log"]')?.focus({ preventScroll: true })
              onRetry()
            }}
          >
            Try again
          </Button>
        </>
      ) : (
        <>
          <Spinner size={18} />
          <span className="sr-only">Loading earlier messages</span>
        </>
      )}
    </div>
  )
}

/** Maximum messages in the live region; removing a message announces nothing. */
const readOut = 5

/** Announces each message of the other person that arrives while the conversation is open. */
function Announcer({ name, messages }: { name: string; messages: Conversation['messages'] }) {
  const theirs = messages.filter(({ mine }) => !mine)
  const [before] = useState(theirs.at(-1)?.id)
  const came = theirs.slice(theirs.findIndex(({ id }) => id === before) + 1)
  return (
    <div aria-live="polite" className="sr-only">
      {came.slice(-readOut).map(({ id, text }) => (
        <p key={id}>{`${name}: ${text === '' ? 'Picture' : clean(text)}`}</p>
      ))}
    </div>
  )
}
