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
  /** Ids of the other people whose chats the store no longer has. */
  gone: readonly string[]
  number: number | undefined
  asOf: number
}
export type ReadPositions = ReadonlyMap<string, { n: number; last: string }>

const mostStored = 500
/** Keys of rows in the table `meta`. */
const chatRows = { state: 'chats', reads: 'chat-reads' } as const

const chatKey = (other: string) => `c:${other}`
const pageKey = (other: string, n: number) => `m:${other}:${String(n).padStart(9, '0')}`
const chatRange = { from: 'c:', to: 'c;' } as const
const pagesOf = (other: string) => ({ from: `m:${other}:`, to: `m:${other};` })
const lastOf = (messages: readonly ChatMessage[]) => messages.at(-1)?.n ?? 0

async function dropPages(tx: OwnTx, other: string): Promise<void> {
  for (const { k } of await tx.list('chats', pagesOf(other))) await tx.delete('chats', k)
}

/** Stores messages as pages, merged with the pages that they join without a gap; other pages are deleted. */
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
  ].slice(chatLimits.tail - mostStored)
  for (const { k } of pages) await tx.delete('chats', k)
  // Pages are cut from the end, so that older messages which arrive later fill rows of their own.
  for (let to = all.length; to > 0; to -= chatLimits.page) {
    const page = all.slice(Math.max(0, to - chatLimits.page), to)
    await tx.put('chats', { k: pageKey(other, lastOf(page)), messages: page })
  }
}

/** Moves messages that newer ones push out of the tail to pages; deletes the pages when there is a gap. */
async function spill(tx: OwnTx, before: Chat | undefined, now: Chat): Promise<void> {
  const first = now.messages[0]
  const known = before?.messages ?? []
  const out = known.filter(({ n }) => first !== undefined && n < first.n)
  if (out.length === 0) {
    // Nothing proves that the stored pages precede the new messages, so the pages are deleted.
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
 * Stores the chats of one person on the phone, so that they can be read offline: the 100 most recent chats, with the last
 * 500 messages of each as far as they were displayed here.
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
    /** Stores what changed since the previous call, as a live store reports it. */
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
    /** Returns the messages before position `before`, oldest first; `undefined` when they are not cached. */
    older: async (other: string, before: number) =>
      (await own()).transaction('read', ['chats'], async (tx) => {
        const pages = await tx.list('chats', pagesOf(other))
        const known = pages.flatMap((page) => page.messages ?? []).filter(({ n }) => n < before)
        if (lastOf(known) !== before - 1) return undefined
        return known.slice(-chatLimits.page)
      }),
    storeOlder: async (other: string, messages: readonly ChatMessage[]) =>
      (await own()).transaction('write', ['chats'], async (tx) => {
        const row = await tx.get('chats', chatKey(other))
        const first = row?.chat?.messages[0]?.n
        const older = (await tx.list('chats', pagesOf(other))).flatMap((page) => page.messages ?? [])
        const reaches = older[0]?.n ?? first
        // Stores only messages that join the cached ones without a gap, and no more than the limit per chat.
        if (reaches !== lastOf(messages) + 1 || older.length >= mostStored - chatLimits.tail) return
        await addPages(tx, other, messages)
      }),
    /** Returns read positions that the store has not confirmed: position and id of the last message that the person saw. */
    reads: async (): Promise<ReadPositions> =>
      (await own()).transaction('read', ['meta'], async (tx) => {
        const v = (await tx.get('meta', chatRows.reads))?.v
        return v instanceof Map ? (v as ReadPositions) : new Map()
      }),
    keepReads: async (reads: ReadPositions) =>
      (await own()).transaction('write', ['meta'], (tx) =>
        reads.size > 0 ? tx.put('meta', { k: chatRows.reads, v: reads }) : tx.delete('meta', chatRows.reads),
      ),
    /** Stores the number of unread chats for the app badge, as the worker does. Returns false without a change. */
    keepUnread: async (unread: number) =>
      (await own()).transaction('write', ['meta'], async (tx) => {
        if ((await numberOf(tx, meta.unread)) === unread) return false
        await setNumber(tx, meta.unread, unread)
        return true
      }),
  }
}
