import { IconMessageOff, IconShieldCheck, IconX } from '@tabler/icons-react'
import { type KeyboardEvent, type MouseEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import { type ChatActions, type Conversation, useSession } from '#local/react'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/show/empty-state.tsx'
import { Skeleton } from '#ui/show/skeleton.tsx'
import { Composer } from '../composer/composer.tsx'
import { isComposing } from '../composer/is-composing.ts'
import { MessageLog } from '../messages/message-log.tsx'
import { personName } from '../person-name.ts'
import { NotLive } from '../status-marks.tsx'
import { AboutCarBar, ConversationHead } from './conversation-head.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Icon } from '#ui/icon.tsx'
import { useNotify } from '#ui/layer/snackbar.tsx'
import { notSet } from './chat-menu.tsx'

/** Ids of the other people in whose chats the note was closed, while the page is open. */
const closed = new Set<string>()

/** Renders the safety note above the first message of a chat. */
function Beginning({ other }: { other: string }) {
  const [open, setOpen] = useState(!closed.has(other))
  if (!open) return null
  const close = ({ currentTarget }: MouseEvent) => {
    currentTarget.closest<HTMLElement>('[role="log"]')?.focus({ preventScroll: true })
    closed.add(other)
    setOpen(false)
  }
  return (
    <aside
      aria-label="Stay safe"
      className="mx-auto mt-4 flex w-full max-w-[26rem] items-start gap-3 rounded-grid bg-amber-tint py-1.5 pr-1 pl-3.5 text-13 text-amber-ink"
    >
      <Icon of={IconShieldCheck} className="mt-2.5" />
      <p className="min-w-0 flex-1 py-2">
        Meet in public and by day. Never pay before you have seen the car and its papers.
      </p>
      <IconButton icon={IconX} label="Close this note" className="text-amber-ink!" onClick={close} />
    </aside>
  )
}

interface Props {
  other: string
  conversation: Conversation
  actions: ChatActions
  /** Server time at which the store was last live. */
  asOf: number | undefined
  /** Returns to the list; `undefined` when the list is visible beside the conversation. */
  onBack: (() => void) | undefined
}

/** Frequent first questions of a buyer. */
const questions = [
  'Is it still available?',
  'Can I see it on Saturday?',
  'Does it have a full service history?',
]

/** Renders one conversation: person, car, messages and text box. */
export function ConversationPane({ other, conversation, actions, asOf, onBack }: Props) {
  const { person, car, messages, known, live, gone, blocked } = conversation
  const { user } = useSession()
  const reading = useReading(conversation)
  const name = personName(person)
  const pane = useRef<HTMLDivElement>(null)
  const wasBlocked = useRef(blocked)
  useEffect(() => {
    // The "Unblock" button is gone, so the focus moves to the text box that replaced it.
    if (wasBlocked.current && !blocked && document.activeElement === document.body)
      pane.current?.querySelector('textarea')?.focus()
    wasBlocked.current = blocked
  }, [blocked])

  if (gone) {
    return (
      <div className="m-auto">
        <EmptyState
          icon={IconMessageOff}
          title="This chat is not here any more"
          actions={
            <Button href="/chat" look="outline">
              Your chats
            </Button>
          }
        />
      </div>
    )
  }
  const leave = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !onBack || isComposing(event)) return
    if (event.target instanceof Element && event.target.closest('dialog')) return
    onBack()
  }
  const isBuyersFirst = car?.creator !== user?.id && !messages.some((message) => !message.mine)
  return (
    // On a small screen Escape returns to the list, like the button.
    <div ref={pane} role="presentation" onKeyDown={leave} className="flex min-h-0 flex-1 flex-col">
      <ConversationHead
        other={other}
        name={name}
        conversation={conversation}
        onSet={actions.set}
        onBack={onBack}
      />
      {car && <AboutCarBar car={car} />}
      {known && !live && <NotLive asOf={asOf} />}
      {known || messages.length > 0 ? (
        <MessageLog
          // Waiting messages are visible before those of the store; a new key then opens the log at its start position.
          key={String(known)}
          other={other}
          name={name}
          conversation={conversation}
          beginning={<Beginning other={other} />}
          onSeen={reading.onSeen}
        />
      ) : (
        <LogSkeleton />
      )}
      {blocked ? (
        <BlockedBar other={other} name={name} onSet={actions.set} />
      ) : (
        <Composer
          // A person who signs in meanwhile gets their own draft (I7).
          key={user?.id}
          other={other}
          name={name}
          actions={actions}
          onFocus={reading.onFocus}
          questions={known && isBuyersFirst ? questions : []}
        />
      )}
    </div>
  )
}

const bubbles = [
  'h-10 w-3/5 self-start',
  'h-16 w-2/3 self-end',
  'h-10 w-2/5 self-end',
  'h-16 w-3/4 self-start',
]
function LogSkeleton() {
  return (
    <div
      aria-busy="true"
      className="flex min-h-0 flex-1 flex-col justify-end gap-3 overflow-hidden px-4 pb-4"
    >
      <output className="sr-only">Loading the messages</output>
      {bubbles.map((look) => (
        <Skeleton key={look} className={`rounded-[18px]! ${look}`} />
      ))}
    </div>
  )
}

/**
 * Marks a conversation as read when it is opened, the text box receives focus or a new message becomes visible, provided that
 * the other person wrote last and the page is visible (R-CHAT-08, R-STATE-25).
 */
function useReading(conversation: Conversation): { onFocus: () => void; onSeen: () => void } {
  const { messages, markRead } = conversation
  const marked = useRef<string>(undefined)
  function mark(again: boolean) {
    const last = messages.findLast(({ state }) => state !== 'waiting' && state !== 'refused')
    if (!last || last.mine || document.visibilityState !== 'visible') return
    if (last.id === marked.current && !again) return
    marked.current = last.id
    markRead()
  }
  const onSeen = () => mark(false)
  const onChosen = useEffectEvent(onSeen)
  const chosen = messages.length > 0
  useEffect(() => {
    if (chosen) onChosen()
  }, [chosen])
  return { onFocus: () => mark(true), onSeen }
}

interface BlockedBarProps {
  other: string
  name: string
  onSet: ChatActions['set']
}

/** Replaces the text box when this person has blocked the other. */
function BlockedBar({ other, name, onSet }: BlockedBarProps) {
  const notify = useNotify()
  async function unblock() {
    if (!(await onSet(other, { blocked: false }))) notify({ severity: 'error', message: notSet })
  }
  return (
    <div className="flex shrink-0 flex-wrap items-center justify-center gap-x-3 border-t border-line bg-surface px-4 py-2 text-sm text-ink-2">
      <span>
        You blocked <bdi>{name}</bdi>.
      </span>
      <Button look="quiet" size="sm" onClick={() => void unblock()}>
        Unblock
      </Button>
    </div>
  )
}
