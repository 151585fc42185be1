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

/** Hooks of the chat. Its code is loaded with the chat screen, or when the page is idle after its first view. */

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

/** Returns the chat session of the signed-in person and loads the chat code if necessary. */
function useChatSession(): {
  session: ChatSession | undefined
  view: ChatView
  sent: ReadonlyMap<string, OutboxMessage[]>
  /** Opens the chats. */
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
    /** All chats, including waiting messages; last changed first. */
    chats: list,
    /** Whether the store is connected now. */
    live,
    /** Whether the store or the server has ever listed the chats; before that an empty list means nothing. */
    known: known || (entries !== undefined && entries.size === 0),
    /** Whether the server's list names chats and the live store has none of them yet: `chats` is empty (R-CHAT-12). */
    storeEmpty: live && chats.length === 0 && (entries?.size ?? 0) > 0,
    /** Milliseconds of the last live response; undefined when this phone had none. */
    asOf,
    /** Whether the list could not be loaded and no earlier one is stored (R-CHAT-10). */
    failed: !known && !live && error !== undefined && list.length === 0,
    retry: () => {
      if (session) session.retry()
      else wake()
    },
  }
}

interface Older {
  other: string | undefined
  /** Older messages, followed by the last ones of the chat. */
  messages: readonly ChatMessage[]
  state: 'idle' | 'loading' | 'failed'
}
const noOlder: Older = { other: undefined, messages: [], state: 'idle' }

/** Returns the id of the first message that was unread when the chat was opened; it does not change while the chat is open. */
function useFirstUnread(other: string | undefined, chat: Chat | undefined, view: ChatView, me: string) {
  const [mark, setMark] = useState<{ other: string; id: string | undefined }>()
  if (mark && mark.other === other) return mark.id
  // The mark is set again when the person returns to a chat.
  if (mark) setMark(undefined)
  if (other === undefined || !chat) return undefined
  const first = isUnread(chat, me)
    ? chat.messages.find(({ n, sender }) => n > chat.ownReadTo && sender !== me)?.id
    : undefined
  // A stored chat may lack newer messages, so only a live one proves that none is unread.
  if (first !== undefined || view.live) setMark({ other, id: first })
  return first
}

/** Returns the object URLs of the thumbnails of pictures that wait with a message, by the picture's id. */
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

  /** Requests older messages, which are added at the front of `messages`. */
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
  /** Marks everything shown as read. */
  const markRead = useCallback(() => {
    if (other !== undefined) session?.markRead(other)
  }, [session, other])

  const entry = other === undefined ? undefined : entries?.get(other)
  const unnamed = entries !== undefined && messages.length > 0
  const more: 'more' | 'none' = first > 1 ? 'more' : 'none'
  return {
    /** The other person; undefined until known, without a name when the server's list does not name them. */
    person: other !== undefined && (entry ?? chat ?? unnamed) ? personOf(entry, other) : undefined,
    car: entry?.car,
    muted: entry?.muted ?? false,
    blocked: entry?.blocked ?? false,
    live,
    known,
    /** Whether the store and the server's list have both responded, and neither has a chat with this person. */
    gone: known && live && entries !== undefined && !entry && !chat && messages.length === 0,
    /** Messages, oldest first; the waiting ones are last, in the order they were written. */
    messages,
    /** Id of the first message of the other person that was unread when the chat was opened. */
    firstUnread,
    loadOlder,
    older: older.state === 'idle' ? more : older.state,
    markRead,
  }
}
