import { setImmediate as turn } from 'node:timers/promises'
import { chatKey } from '#contract/chat/chat.ts'
import type { ChatMessage } from '#contract/chat/conversation.ts'
import { chatLimits, messageFault } from '#contract/chat/message-rules.ts'
import { ChatError, type ChatStore } from '../../src/local/chat/chat-store.ts'
import type { Chat } from '../../src/local/database/records.ts'
import type { ChatWorld, ChatWorldPerson, ChatWorldPhone } from './world.ts'

/** Designs that lose, duplicate, reorder or leak messages. The suite must detect each of them. */
export const sabotages = {
  blindReadMark: 'a read mark that does not say what was seen',
  senderReads: 'a read mark by the sender of the last message',
  markGoesBack: 'a mark that arrives late and takes back a later one',
  readToNowhere: 'a read mark that does not say up to where',
  deliveredIsRead: 'a delivered message taken for a read one',
  noIdCheck: 'messages without a look at their ids',
  newestWordsWin: 'the same id replaced by other words',
  noRowLock: 'two writes that read the chat before either has written it',
  ownKeys: 'a chat for each of the two who begins it',
  ownClock: 'the time a message was written replaced by the time it came',
  clientClockOrder: 'messages ordered by the clocks of phones',
  rollOverWithoutTransaction: 'older messages moved away beside the write',
  shortTail: 'a gap between what is told and what is older',
  newestOnly: 'the newest message told and not those before it',
  firstBegunFirst: 'chats in the order they were begun',
  ownMessagesCount: 'what one has sent oneself told as the other’s',
  emptyIsLive: 'an empty list told as live before the answer',
  noCatchUp: 'a phone that comes back and waits for the next change',
  silentQueue: 'a store that says sent while it is offline',
  staleAsLive: 'a store that calls itself live while it is offline',
  onePhone: 'a person told on their newest phone alone',
  talksForever: 'who unsubscribed told all the same',
  talksAfterClose: 'a closed store that goes on to tell',
  noTrim: 'white space kept',
  charactersForBytes: 'the length counted in characters',
  anyCharacter: 'NUL and half characters kept',
  escapedMarkup: 'markup changed on its way',
  selfChat: 'a chat with oneself',
  streamForStrangers: 'a stream for whoever asks',
  readForStrangers: 'older messages for whoever asks',
  anyName: 'a sender who is named by the one who sends',
  anyMarks: 'marks by whoever makes them',
  keepsUndelivered: 'undelivered messages kept for ever',
  dropsRead: 'read messages removed with the undelivered ones',
} as const
export type Sabotage = keyof typeof sabotages

/** A chat as a database stores it: one row, read and written as a whole. */
interface Row {
  users: readonly string[]
  tail: readonly ChatMessage[]
  pages: readonly ChatMessage[]
  lastSender: string
  receiverHasRead: boolean
  read: Readonly<Record<string, number>>
  has: Readonly<Record<string, number>>
  touched: number
}
const fullTail = 75
const moved = 50

/** The storage that both phones write to. Each call names its caller first, and the storage trusts that name; it decides what the
 * caller may do. */
class Shelf {
  readonly rows = new Map<string, Row>()
  readonly ears = new Map<string, Set<() => void>>()
  private readonly locks = new Map<string, Promise<unknown>>()
  private readonly bad: ReadonlySet<Sabotage>
  private touches = 0
  constructor(bad: ReadonlySet<Sabotage>) {
    this.bad = bad
  }

  private async change(
    key: string,
    work: (row: Row | undefined) => Row | undefined,
  ): Promise<Row | undefined> {
    const write = async () => {
      const row = this.rows.get(key)
      await turn()
      const next = work(row)
      if (next) this.rows.set(key, next)
      return next
    }
    const before = this.locks.get(key)
    const mine = this.bad.has('noRowLock') ? write() : (before ?? Promise.resolve()).then(write)
    this.locks.set(key, mine)
    const written = await mine
    for (const user of this.rows.get(key)?.users ?? []) for (const tell of this.ears.get(user) ?? []) tell()
    return written
  }
  private keyOf = (from: string, to: string) =>
    this.bad.has('ownKeys') ? `${from}_${to}` : chatKey(from, to)
  private may(caller: string, users: readonly string[], unless: Sabotage): void {
    if (!users.includes(caller) && !this.bad.has(unless)) throw new ChatError('forbidden')
  }

  async append(
    caller: string,
    from: string,
    to: string,
    m: Omit<ChatMessage, 'n' | 'sender'>,
  ): Promise<void> {
    const { bad } = this
    if (caller !== from && !bad.has('anyName')) throw new ChatError('forbidden')
    if (from === to && !bad.has('selfChat')) throw new ChatError('self')
    const long = bad.has('charactersForBytes') && m.message.length <= chatLimits.messageBytes
    const odd = bad.has('anyCharacter') && /[\0\p{Surrogate}]/u.test(m.message)
    if (messageFault(m.message) !== undefined && !long && !odd) throw new ChatError('invalid')
    const trimmed = bad.has('noTrim') ? m.message : m.message.trim()
    const message = bad.has('escapedMarkup') ? trimmed.replaceAll('<', '&lt;') : trimmed
    const key = this.keyOf(from, to)
    const written = await this.change(key, (row) => {
      const all = [...(row?.pages ?? []), ...(row?.tail ?? [])]
      const there = all.find((other) => other.id === m.id)
      if (there && !bad.has('noIdCheck')) {
        if (!row || !bad.has('newestWordsWin')) return undefined
        return { ...row, tail: row.tail.map((other) => (other.id === m.id ? { ...other, message } : other)) }
      }
      const timestamp = bad.has('ownClock') ? Date.now() : m.timestamp
      const added = { ...m, message, timestamp, n: (all.at(-1)?.n ?? 0) + 1, sender: from }
      const tail = [...(row?.tail ?? []), added]
      const full = tail.length > fullTail && !bad.has('rollOverWithoutTransaction')
      return {
        users: [from, to],
        read: {},
        has: {},
        ...row,
        tail: full ? tail.slice(moved) : tail,
        pages: [...(row?.pages ?? []), ...(full ? tail.slice(0, moved) : [])],
        lastSender: from,
        receiverHasRead: false,
        touched: ++this.touches,
      }
    })
    if (written?.tail.length !== fullTail + 1) return
    await turn()
    await this.change(key, (now) => ({
      ...(now ?? written),
      tail: written.tail.slice(moved),
      pages: written.tail.slice(0, moved),
    }))
  }

  async mark(
    caller: string,
    as: 'read' | 'has',
    o: { by: string; other: string; last: string },
  ): Promise<void> {
    const { bad } = this
    const { by, other, last } = o
    if (caller !== by && !bad.has('anyMarks')) throw new ChatError('forbidden')
    const key = this.rows.has(`${other}_${by}`) ? `${other}_${by}` : chatKey(by, other)
    await this.change(key, (row) => {
      if (!row || (row.lastSender === by && !bad.has('senderReads'))) return undefined
      const newest = row.tail.at(-1)
      const seen = row.tail.find((m) => m.id === last)
      const stale = newest?.id !== last && !bad.has('blindReadMark')
      if (stale && !(bad.has('markGoesBack') && seen)) return undefined
      const n = (bad.has('markGoesBack') ? seen?.n : newest?.n) ?? 0
      const reads = as === 'read' || bad.has('deliveredIsRead')
      return {
        ...row,
        has: { ...row.has, [by]: n },
        read: reads && !bad.has('readToNowhere') ? { ...row.read, [by]: n } : row.read,
        receiverHasRead: row.receiverHasRead || (reads && !stale),
      }
    })
  }

  older(caller: string, one: string, other: string, before: number): ChatMessage[] {
    this.may(caller, [one, other], 'readForStrangers')
    const row = this.rows.get(chatKey(one, other))
    const all = [...(row?.pages ?? []), ...(row?.tail ?? [])]
    return all.filter((m) => m.n < before).slice(-chatLimits.page)
  }

  chatsOf(caller: string, me: string): Chat[] {
    this.may(caller, [me], 'streamForStrangers')
    const mine = [...this.rows.values()].filter((row) => row.users.includes(me))
    const length = this.bad.has('newestOnly') ? 1 : this.bad.has('shortTail') ? 20 : chatLimits.tail
    if (!this.bad.has('firstBegunFirst')) mine.sort((a, b) => b.touched - a.touched)
    return mine.map((row) => {
      const other = row.users.find((user) => user !== me) ?? me
      const told = [...row.tail].slice(-length)
      if (this.bad.has('clientClockOrder')) told.sort((a, b) => a.timestamp - b.timestamp)
      return {
        other,
        messages: told,
        lastSender: this.bad.has('ownMessagesCount') ? other : row.lastSender,
        receiverHasRead: row.receiverHasRead,
        deliveredTo: row.has[other] ?? 0,
        readTo: row.read[other] ?? 0,
        ownReadTo: row.read[me] ?? 0,
        updatedAt: row.touched,
      }
    })
  }

  removeUndelivered(): void {
    if (this.bad.has('keepsUndelivered')) return
    for (const [key, row] of this.rows) {
      const reader = row.users.find((user) => user !== row.lastSender) ?? ''
      if (row.receiverHasRead && !this.bad.has('dropsRead')) continue
      const read = this.bad.has('dropsRead') ? 0 : (row.read[reader] ?? 0)
      const keep = (m: ChatMessage) => m.sender === reader || m.n <= read
      this.rows.set(key, {
        ...row,
        tail: row.tail.filter(keep),
        pages: row.pages.filter(keep),
        receiverHasRead: true,
      })
    }
  }
}

const start = Number.MAX_SAFE_INTEGER

function phoneOf(shelf: Shelf, me: string, bad: ReadonlySet<Sabotage>): ChatWorldPhone {
  let [online, closed, losing] = [true, false, false]
  let known: { live: boolean; chats: readonly Chat[] } = { live: false, chats: [] }
  const chatEars = new Set<Parameters<ChatStore['subscribeChats']>[0]>()
  const tell = (live: boolean, chats: readonly Chat[]) => {
    if (closed && !bad.has('talksAfterClose')) return
    known = { live: live || bad.has('staleAsLive'), chats }
    for (const ear of chatEars) ear(known)
  }
  const hear = () => {
    // A phone that is offline misses the event.
    if (!online) return
    void turn().then(() => {
      if (!online) return
      tell(true, shelf.chatsOf(me, me))
    })
  }
  const ears = shelf.ears.get(me) ?? new Set()
  if (bad.has('onePhone')) ears.clear()
  shelf.ears.set(me, ears.add(hear))
  const reach = async <T>(work: () => Promise<T> | T): Promise<T> => {
    await turn()
    if (!online) throw new ChatError('offline')
    const done = await work()
    const lost = losing
    losing = false
    if (lost) throw new ChatError('unavailable')
    return done
  }
  const store: ChatStore = {
    kind: 'embedded',
    subscribeChats: (listener) => {
      chatEars.add(listener)
      listener(bad.has('emptyIsLive') ? { ...known, live: true } : known)
      hear()
      return () => bad.has('talksForever') || chatEars.delete(listener)
    },
    send: async (other, message) => {
      if (!online && bad.has('silentQueue')) return
      await reach(() => shelf.append(me, me, other, message))
    },
    markRead: (other, last) => reach(() => shelf.mark(me, 'read', { by: me, other, last })),
    markDelivered: (other, last) => reach(() => shelf.mark(me, 'has', { by: me, other, last })),
    loadOlder: (other, before) =>
      reach(() => shelf.older(me, me, other, before - (bad.has('shortTail') ? 1 : 0))),
    close: () => {
      closed = true
      return Promise.resolve()
    },
  }
  return {
    store,
    offline: () => {
      online = false
      tell(false, known.chats)
      return Promise.resolve()
    },
    online: () => {
      online = true
      if (bad.has('noCatchUp')) tell(true, known.chats)
      else hear()
      return Promise.resolve()
    },
    loseNextAnswer: () => {
      losing = true
      return Promise.resolve()
    },
  }
}

/** A chat store in memory: the reference of the suite, and the base of the broken designs. */
export function referenceWorld(...broken: readonly Sabotage[]): ChatWorld {
  const bad: ReadonlySet<Sabotage> = new Set(broken)
  const shelf = new Shelf(bad)
  let people = 0
  const tried = (name: string, work: () => Promise<unknown>) => ({
    name,
    run: () =>
      work().then(
        () => 'done' as const,
        (error: unknown) => {
          if (error instanceof ChatError) return 'refused' as const
          throw error
        },
      ),
  })
  return {
    kind: 'embedded',
    name: 'reference',
    ...(broken.length > 0 && { patience: 100 }),
    person: (name) => Promise.resolve<ChatWorldPerson>({ id: `${name}-${++people}`, name }),
    phone: ({ id }) => Promise.resolve(phoneOf(shelf, id, bad)),
    attacks: ({ stranger: { id: eve }, victims: [{ id: ann }, { id: ben }] }) => {
      const last = () => shelf.rows.get(chatKey(ann, ben))?.tail.at(-1)?.id ?? ''
      const message = { id: `of ${eve}`, message: 'Send me your money', timestamp: 1 }
      return [
        tried('read the chat', async () => shelf.older(eve, ann, ben, start)),
        tried('listen to the list', async () => shelf.chatsOf(eve, ann)),
        tried('send in another name', () => shelf.append(eve, ann, ben, message)),
        tried('mark as read', () => shelf.mark(eve, 'read', { by: ben, other: ann, last: last() })),
      ]
    },
    storedKeys: ({ id }) =>
      Promise.resolve([...shelf.rows].filter(([, row]) => row.users.includes(id)).map(([key]) => key)),
    undeliveredAfter: (days) => {
      if (days > chatLimits.undeliveredDays) shelf.removeUndelivered()
      return Promise.resolve()
    },
    stop: () => Promise.resolve(),
  }
}
