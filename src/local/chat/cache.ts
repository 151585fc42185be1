import type { ChatMessage } from '#contract/chat/conversation.ts'
import { chatLimits } from '#contract/chat/message-rules.ts'
import { meta, numberOf, setNumber, type OwnStore, type OwnTx } from '../outbox/command.ts'
import type { Chat } from '../database/records.ts'

export interface CachedChats {
  chats: readonly Chat[]
  number: number | undefined
  asOf: number | undefined
}
export interface ChatsChange {
  changed: readonly Chat[]
  /** Chats that are gone. */
  gone: readonly string[]
  number: number | undefined
  asOf: number
}
export type ReadPositions = ReadonlyMap<string, { n: number; last: string }>

const keptMessages = 500
/** Rows of `meta`. */
const chatRows = { state: 'chats', reads: 'chat-reads' } as const

const chatKey = (other: string) => `c:${other}`
const pageKey = (other: string, n: number) => `m:${other}:${String(n).padStart(9, '0')}`
const chatRange = { from: 'c:', to: 'c;' } as const
const pagesOf = (other: string) => ({ from: `m:${other}:`, to: `m:${other};` })
const lastOf = (messages: readonly ChatMessage[]) => messages.at(-1)?.n ?? 0

async function dropPages(tx: OwnTx, other: string): Promise<void> {
  for (const { k } of await tx.list('chats', pagesOf(other))) await tx.delete('chats', k)
}

/** Lays messages down as pages; they go on where the last page ends, or take the place of all pages. */
async function addPages(tx: OwnTx, other: string, messages: readonly ChatMessage[]): Promise<void> {
  const pages = await tx.list('chats', pagesOf(other))
  const known = pages.flatMap((page) => page.messages ?? [])
  const first = messages[0]
  if (!first) return
  const after = known.filter(({ n }) => n > lastOf(messages))
  const before = known.filter(({ n }) => n < first.n)
  const all = [
    ...(lastOf(before) === first.n - 1 ? before : []),
    ...messages,
    ...((after[0]?.n ?? 0) === lastOf(messages) + 1 ? after : []),
  ].slice(chatLimits.tail - keptMessages)
  for (const { k } of pages) await tx.delete('chats', k)
  // Counted from the end: older ones that come later fill rows of their own.
  for (let to = all.length; to > 0; to -= chatLimits.page) {
    const page = all.slice(Math.max(0, to - chatLimits.page), to)
    await tx.put('chats', { k: pageKey(other, lastOf(page)), messages: page })
  }
}

/** What leaves the last messages of a chat as newer ones come goes on a page, when it is what was before them. */
async function spill(tx: OwnTx, before: Chat | undefined, now: Chat): Promise<void> {
  const first = now.messages[0]
  const known = before?.messages ?? []
  const out = known.filter(({ n }) => first !== undefined && n < first.n)
  if (out.length === 0) {
    // Fewer messages, and nothing that says that what is stored came before them.
    if (before && (!first || (known[0] && first.n > 1 && first.id !== known[0].id)))
      await dropPages(tx, now.other)
    return
  }
  const fits = known.every(({ n, id }) => now.messages.every((m) => m.n !== n || m.id === id))
  if (fits && first && lastOf(out) === first.n - 1) await addPages(tx, now.other, out)
  else await dropPages(tx, now.other)
}

export type ChatCache = ReturnType<typeof createChatCache>

/**
 * The chats of one person on their own phone: what they saw can be read without signal. Kept are the 100 chats that
 * were touched last, with the last 500 messages of each as far as they were shown here.
 */
export function createChatCache(own: () => Promise<OwnStore>) {
  return {
    read: async (): Promise<CachedChats> =>
      (await own()).transaction('read', ['chats', 'meta'], async (tx) => {
        const rows = await tx.list('chats', chatRange)
        const v = (await tx.get('meta', chatRows.state))?.v as Partial<CachedChats> | undefined
        return {
          chats: rows.flatMap(({ chat }) => chat ?? []),
          number: v?.number,
          asOf: v?.asOf,
        }
      }),
    /** What changed since the last time, as a live store sends it. */
    save: async ({ changed, gone, number, asOf }: ChatsChange) =>
      (await own()).transaction('write', ['chats', 'meta'], async (tx) => {
        for (const chat of changed) {
          const k = chatKey(chat.other)
          await spill(tx, (await tx.get('chats', k))?.chat, chat)
          await tx.put('chats', { k, chat })
        }
        for (const other of gone) {
          await tx.delete('chats', chatKey(other))
          await dropPages(tx, other)
        }
        await tx.put('meta', { k: chatRows.state, v: { number, asOf } })
      }),
    /** Messages before a place, oldest first; undefined when they are not here. */
    older: async (other: string, before: number) =>
      (await own()).transaction('read', ['chats'], async (tx) => {
        const pages = await tx.list('chats', pagesOf(other))
        const known = pages.flatMap((page) => page.messages ?? []).filter(({ n }) => n < before)
        if (lastOf(known) !== before - 1) return undefined
        return known.slice(-chatLimits.page)
      }),
    keepOlder: async (other: string, messages: readonly ChatMessage[]) =>
      (await own()).transaction('write', ['chats'], async (tx) => {
        const row = await tx.get('chats', chatKey(other))
        const first = row?.chat?.messages[0]?.n
        const older = (await tx.list('chats', pagesOf(other))).flatMap((page) => page.messages ?? [])
        const reaches = older[0]?.n ?? first
        // Only what goes on without a gap, and no more than is stored of a chat.
        if (reaches !== lastOf(messages) + 1 || older.length >= keptMessages - chatLimits.tail) return
        await addPages(tx, other, messages)
      }),
    /** Chats that were read without anybody hearing of it: place and id of the last message that was seen. */
    reads: async (): Promise<ReadPositions> =>
      (await own()).transaction('read', ['meta'], async (tx) => {
        const v = (await tx.get('meta', chatRows.reads))?.v
        return v instanceof Map ? (v as ReadPositions) : new Map()
      }),
    keepReads: async (reads: ReadPositions) =>
      (await own()).transaction('write', ['meta'], (tx) =>
        reads.size > 0 ? tx.put('meta', { k: chatRows.reads, v: reads }) : tx.delete('meta', chatRows.reads),
      ),
    /** For the number on the icon, which the worker sets as well; false when it was so already. */
    keepUnread: async (unread: number) =>
      (await own()).transaction('write', ['meta'], async (tx) => {
        if ((await numberOf(tx, meta.unread)) === unread) return false
        await setNumber(tx, meta.unread, unread)
        return true
      }),
  }
}
