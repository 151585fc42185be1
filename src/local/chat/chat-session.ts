import { ignoreExpected } from '#contract/values/expected.ts'
import { chatRoutes, type ChatEntry } from '#contract/chat/chat.ts'
import type { ChatMessage } from '#contract/chat/conversation.ts'
import { isPassing } from '../database/failures.ts'
import { cell, type Cell, type Readable } from '../platform/cell.ts'
import type { AuthedRequest } from '../transport/http-client.ts'
import type { ChatCache, CachedChats } from './cache.ts'
import { ChatError, isUnread, type ChatErrorCode, type ChatsState, type ChatStore } from './chat-store.ts'
import type { Chat } from '../database/records.ts'
import { mostChats } from './chat-snapshot.ts'
import { createReadMarks } from './read-marks.ts'
import { same } from '../outbox/merge.ts'

/** View of the chats for screens: the live store over the cache of this phone. */
export interface ChatView {
  chats: readonly Chat[]
  live: boolean
  /** Whether the store has sent the chats at least once, now or in an earlier session. */
  known: boolean
  /** Server time of the last live response. */
  asOf: number | undefined
  error: ChatErrorCode | undefined
  /** Names, cars, muted and blocked flags, by the id of the other person; `undefined` until known. */
  entries: ReadonlyMap<string, ChatEntry> | undefined
}
export type ChatSession = Awaited<ReturnType<typeof openChatSession>>
export interface ChatSessionPorts {
  me: string
  open: (known: CachedChats) => Promise<ChatStore>
  cache: ChatCache
  ask: AuthedRequest
  /** Reads and stores the list of chat entries. */
  entries: { read: () => Promise<ChatEntry[] | undefined>; keep: (entries: ChatEntry[]) => Promise<void> }
  serverNow: () => number
  /** Number of unread chats in a live store; `undefined` while the store is not live. */
  unread: Cell<number | undefined>
  /** Called when the number on the app badge changed. */
  counted: () => void
}

/** Milliseconds for which entries count as fresh: short, because a chat shows the car it was last started about. */
const entriesFresh = 10_000

const byOther = (me: string, entries: readonly ChatEntry[]) =>
  new Map(entries.map((entry) => [entry.sender._id === me ? entry.reciever._id : entry.sender._id, entry]))

/** Compares two versions of a chat by what the cache stores; a store may send equal chats as new objects. */
const isSame = (a: Chat | undefined, b: Chat) => a === b || (a !== undefined && same(inShort(a), inShort(b)))
const inShort = ({ messages, ...chat }: Chat) => ({
  ...chat,
  messages: [messages.length, messages[0]?.id, messages.at(-1)?.id],
})

/** Opens the chats of one person: first from the cache of this phone, then from the store. */
export async function openChatSession(o: ChatSessionPorts) {
  const { cache, me } = o
  const failed = ignoreExpected('chat', isPassing, (error) => error instanceof ChatError)
  const cached = await cache.read().catch((error: unknown): CachedChats => {
    failed(error)
    return { chats: [], number: undefined, asOf: undefined }
  })
  const reads = createReadMarks({
    saved: (await cache.reads().catch(failed)) ?? new Map(),
    save: (now) => cache.keepReads(now).catch(failed),
    mark: (other, last) => store.markRead(other, last),
    failed,
    changed: () => look(),
  })
  const before = await o.entries.read().catch(failed)
  const view = cell<ChatView>({
    chats: reads.over(cached.chats, me),
    live: false,
    known: cached.asOf !== undefined,
    asOf: cached.asOf,
    error: undefined,
    entries: before && byOther(me, before),
  })
  let over = false
  let notified: ChatsState = { live: false, chats: cached.chats }
  /**
   * Chats in the cache, by the other person's id. The same object means that nothing changed; `undefined` means that the cache
   * may contain the chat.
   */
  let saved = new Map<string, Chat | undefined>(cached.chats.map((chat) => [chat.other, chat]))
  let saving: Promise<void> = Promise.resolve()
  /** Ids of chats whose delivery mark failed. The next live state reports them again. */
  const unreported = new Set<string>()

  function look() {
    if (over) return
    const { live, chats, error } = notified
    const old = view.get()
    view.set({
      ...old,
      live,
      error,
      chats: reads.over(chats, me),
      known: old.known || live,
      asOf: live ? o.serverNow() : old.asOf,
    })
    count()
  }
  function count() {
    const { live, chats, entries } = view.get()
    // Muted chats are not known before the entries arrive, and no badge is better than a wrong number.
    const counts = live && (entries !== undefined || requested)
    const unread = chats.filter(
      (chat) => isUnread(chat, me) && entries?.get(chat.other)?.muted !== true,
    ).length
    o.unread.set(counts ? unread : undefined)
    if (!counts || notified.follows) return
    cache
      .keepUnread(unread)
      .then((changed) => {
        if (changed && !over) o.counted()
      })
      .catch(failed)
  }
  /** Caches the state of a live store, then marks new messages as delivered. */
  async function save(state: ChatsState) {
    if (over) return
    const chats = new Map(state.chats.slice(0, mostChats).map((chat) => [chat.other, chat]))
    const changed = [...chats.values()].filter((chat) => !isSame(saved.get(chat.other), chat))
    const gone = [...saved.keys()].filter((other) => !chats.has(other))
    const earlier = saved
    await cache.save({ changed, gone, number: state.number, asOf: o.serverNow() })
    saved = chats
    const again = state.chats.filter((chat) => unreported.has(chat.other) && !changed.includes(chat))
    for (const { other, messages, ownReadTo } of [...changed, ...again]) {
      const had = earlier.get(other)
      const last = messages.findLast(({ sender }) => sender === other)
      // The comparison uses the id, because a position is reused after unread messages were removed.
      const isNew = last && (had ? had.messages.every(({ id }) => id !== last.id) : last.n > ownReadTo)
      if (!last || over || !(isNew || unreported.delete(other))) continue
      store.markDelivered(other, last.id).catch((error: unknown) => {
        unreported.add(other)
        failed(error)
      })
    }
  }
  function receive(state: ChatsState) {
    if (over) return
    const before = notified
    notified = state
    look()
    if (!state.live) return
    reads.live(state.chats)
    if (!state.follows) saving = saving.then(() => save(state)).catch(failed)
    // This tab does not know whether the leader tab has had time to store the chats.
    else
      saved = new Map([...saved.keys(), ...state.chats.map(({ other }) => other)].map((k) => [k, undefined]))
    const here = new Set(state.chats.map(({ other }) => other))
    // The entries may still contain a chat that is gone.
    if (before.chats.some(({ other }) => !here.has(other))) void refresh()
    else if (isNameMissing() || (!before.live && !(requested && view.get().entries))) void fetchEntries()
  }

  let asking: Promise<boolean> | undefined
  /** Chats that the server's list did not contain either; they cause no further request. */
  const nameless = new Set<string>()
  let requested = false
  let entriesAt = -Infinity
  function isNameMissing(): boolean {
    const { entries } = view.get()
    return notified.chats.some(({ other }) => !entries?.has(other) && !nameless.has(other))
  }
  async function askForEntries(): Promise<boolean> {
    const { chats } = notified
    const answer = await o.ask(chatRoutes.myChatList)
    requested = true
    if (over || !answer.ok) {
      count()
      return false
    }
    entriesAt = o.serverNow()
    const entries = byOther(me, answer.body.data)
    for (const { other } of chats) if (!entries.has(other)) nameless.add(other)
    view.set({ ...view.get(), entries })
    count()
    await o.entries.keep(answer.body.data).catch(failed)
    // A chat that started during the request may be missing in the response.
    return isNameMissing() && !over ? askForEntries() : true
  }
  function fetchEntries(): Promise<boolean> {
    asking ??= askForEntries().finally(() => {
      asking = undefined
    })
    return asking
  }
  /** Fetches the entries after a running request has ended, because its response may predate the change. */
  async function refresh(): Promise<boolean> {
    await asking
    return fetchEntries()
  }

  const store: ChatStore = await o.open(cached)
  const off = store.subscribeChats(receive)
  return {
    me,
    view: view as Readable<ChatView>,
    store,
    markRead(other: string) {
      const chat = notified.chats.find((one) => one.other === other)
      const last = chat?.messages.findLast(({ sender }) => sender === other)
      if (chat && last && (isUnread(chat, me) || last.n > chat.ownReadTo))
        reads.saw(other, { n: last.n, last: last.id }, notified.live)
    },
    /** Returns the messages before position `before`, from the cache or from the store. */
    async older(other: string, before: number): Promise<readonly ChatMessage[]> {
      const here = await cache.older(other, before).catch(failed)
      if (here) return here
      const messages = await store.loadOlder(other, before)
      await cache.storeOlder(other, messages).catch(failed)
      return messages
    },
    /** Fetches names, cars, muted and blocked flags again. Resolves to false when the request failed. */
    refresh,
    /** Fetches the entries when the last response is older than 10 seconds. */
    freshen() {
      if (Math.abs(o.serverNow() - entriesAt) > entriesFresh) void fetchEntries()
    },
    retry() {
      store.retry?.()
      void fetchEntries()
    },
    close() {
      over = true
      off()
      o.unread.set(undefined)
      void store.close()
    },
  }
}
