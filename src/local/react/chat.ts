import { ignoreExpected } from '#contract/values/expected.ts'
import { isPassing } from '../database/failures.ts'
import { useCallback, useEffect, useMemo, useState } from 'react'
import type { ChatMessage } from '#contract/chat/conversation.ts'
import { ChatError, isUnread } from '../chat/chat-store.ts'
import type { Chat } from '../database/records.ts'
import type { ChatSession, ChatView } from '../chat/chat-session.ts'
import {
  followed,
  personOf,
  sentMessages,
  shownMessages,
  summaries,
  type OutboxMessage,
} from '../chat/shown.ts'
import { cell, type Readable } from '../platform/cell.ts'
import { blobIdOf } from '../upload/blob-rows.ts'
import { useAttempt, useLocal, useReadable } from './context.ts'
import { useObjectUrls } from './object-urls.ts'

/** Hooks of the chat; its code is loaded with the chat screen, or when the page is idle after its first view. */

export type { ChatPerson, ChatSummary, MessageState, ShownMessage } from '../chat/shown.ts'

export type ChatList = ReturnType<typeof useChats>
export type Conversation = ReturnType<typeof useConversation>

const nothing: ChatView = {
  chats: [],
  live: false,
  known: false,
  asOf: undefined,
  error: undefined,
  entries: undefined,
}
const noView: Readable<ChatView> = cell(nothing)
const noSession: Readable<ChatSession | undefined> = cell(undefined)

/** The chats of the signed-in person; requests their code when it is not there yet. */
function useChatSession(): {
  session: ChatSession | undefined
  view: ChatView
  sent: ReadonlyMap<string, OutboxMessage[]>
  /** Has them opened. */
  wake: () => void
} {
  const local = useLocal()
  const attempt = useAttempt()
  const engine = useReadable(local.engine)
  const { user } = useReadable(local.session)
  const me = user?.id
  const { outbox } = useReadable(local.views)
  const wake = useCallback(() => void attempt('open-chat', ({ chat }) => chat.wake()), [attempt])
  useEffect(() => {
    if (me !== undefined) wake()
  }, [wake, me])
  const found = useReadable(engine?.chat.session ?? noSession)
  const session = found?.me === me ? found : undefined
  const view = useReadable(session?.view ?? noView)
  const sent = useMemo(() => sentMessages(outbox), [outbox])
  return { session, view, sent, wake }
}

export function useChats() {
  const { session, view, sent, wake } = useChatSession()
  const { chats, live, known, asOf, error, entries } = view
  const me = session?.me ?? ''
  const list = useMemo(() => summaries({ me, chats, entries, sent, asOf }), [me, chats, entries, sent, asOf])
  return {
    /** Waiting messages included; last touched first. */
    chats: list,
    /** The store is connected right now. */
    live,
    /** The store or the server has said what there is at least once, now or earlier; until then an empty list says nothing. */
    known: known || (entries !== undefined && entries.size === 0),
    /** The server's list names chats, and the live store holds none of them yet: `chats` is empty (R-CHAT-12). */
    storeEmpty: live && chats.length === 0 && (entries?.size ?? 0) > 0,
    /** Milliseconds of the last live answer; undefined when there was none on this phone. */
    asOf,
    /** The list could not be retrieved, and nothing is known from before (R-CHAT-10). */
    failed: !known && !live && error !== undefined && list.length === 0,
    retry: () => {
      if (session) session.retry()
      else wake()
    },
  }
}

interface Older {
  other: string | undefined
  /** With the last ones of the chat after them. */
  messages: readonly ChatMessage[]
  state: 'idle' | 'loading' | 'failed'
}
const noOlder: Older = { other: undefined, messages: [], state: 'idle' }

/** The first message that nobody had read when the chat was opened; it stays the first while the chat is open. */
function useFirstUnread(other: string | undefined, chat: Chat | undefined, view: ChatView, me: string) {
  const [mark, setMark] = useState<{ other: string; id: string | undefined }>()
  if (mark && mark.other === other) return mark.id
  // It is opened anew when one comes back to it.
  if (mark) setMark(undefined)
  if (other === undefined || !chat) return undefined
  const first = isUnread(chat, me)
    ? chat.messages.find(({ n, sender }) => n > chat.ownReadTo && sender !== me)?.id
    : undefined
  // What this phone stored may be older than what was written meanwhile.
  if (first !== undefined || view.live) setMark({ other, id: first })
  return first
}

/** Addresses of the small copies of pictures that wait with a message, by the picture's id. */
function useWaitingPictures(
  other: string | undefined,
  sent: readonly OutboxMessage[],
): ReadonlyMap<string, string> {
  const { load } = useLocal()
  const read = useCallback(
    async (image: string) => (await (await load()).photos()).thumb(blobIdOf(`chat:${other}`, image)),
    [load, other],
  )
  return useObjectUrls(
    sent.flatMap(({ state, payload }) => (state === 'done' ? [] : (payload.image ?? []))),
    read,
  )
}

export function useConversation(other: string | undefined) {
  const { session, view, sent } = useChatSession()
  const me = session?.me ?? ''
  const { chats, live, known, asOf, entries } = view
  const chat = useMemo(() => chats.find((one) => one.other === other), [chats, other])
  const [olderState, setOlderState] = useState<Older>(noOlder)
  const older = olderState.other === other ? olderState : noOlder
  const ahead = older.messages.length > 0 && chat ? followed(older.messages, chat.messages) : older.messages
  if (ahead !== older.messages) {
    const isSame = ahead[0]?.id === older.messages[0]?.id
    setOlderState({ other, messages: ahead, state: isSame ? older.state : 'idle' })
  }
  const mine = useMemo(() => (other === undefined ? [] : (sent.get(other) ?? [])), [sent, other])
  const pictures = useWaitingPictures(other, mine)
  const messages = useMemo(
    () => shownMessages({ me, chat, older: older.messages, sent: mine, asOf, pictures }),
    [me, chat, older, mine, asOf, pictures],
  )
  const firstUnread = useFirstUnread(other, chat, view, me)
  const first = older.messages[0]?.n ?? chat?.messages[0]?.n ?? 1

  /** Requests older messages; they appear at the front of `messages`. */
  const loadOlder = useCallback(() => {
    if (!session || other === undefined || older.state === 'loading' || first <= 1) return
    const known = older.messages.length > 0 ? older.messages : (chat?.messages ?? [])
    setOlderState({ other, messages: known, state: 'loading' })
    session.older(other, first).then(
      (found) =>
        setOlderState((now) =>
          now.other === other && (now.messages[0]?.n ?? 1) === first
            ? { other, messages: [...found, ...now.messages], state: 'idle' }
            : now,
        ),
      (error: unknown) => {
        ignoreExpected('older-messages', isPassing, (e) => e instanceof ChatError)(error)
        setOlderState((now) => (now.other === other ? { ...now, state: 'failed' } : now))
      },
    )
  }, [session, other, older, first, chat])
  useEffect(() => {
    if (other !== undefined) session?.freshen()
  }, [session, other])
  /** Says that everything shown was seen. */
  const markRead = useCallback(() => {
    if (other !== undefined) session?.markRead(other)
  }, [session, other])

  const entry = other === undefined ? undefined : entries?.get(other)
  const unnamed = entries !== undefined && messages.length > 0
  const more: 'more' | 'none' = first > 1 ? 'more' : 'none'
  return {
    /** Undefined until known; without a name where the server's list has none for what waits here. */
    person: other !== undefined && (entry ?? chat ?? unnamed) ? personOf(entry, other) : undefined,
    car: entry?.car,
    muted: entry?.muted ?? false,
    blocked: entry?.blocked ?? false,
    live,
    known,
    /** The store and the server's list have both answered, and neither has a chat with this person. */
    gone: known && live && entries !== undefined && !entry && !chat && messages.length === 0,
    /** Oldest first; the waiting ones at the end, in the order they were written. */
    messages,
    /** The first message of the other person that was unread when the chat was opened. */
    firstUnread,
    loadOlder,
    older: older.state === 'idle' ? more : older.state,
    markRead,
  }
}
