import { setTimeout as pause } from 'node:timers/promises'
import { conversationRoutes, type ChatMessage } from '#contract/chat/conversation.ts'
import { pathOf } from '#contract/http.ts'
import { addChatPerson, type EmbeddedServers } from '../embedded-world.ts'
import type { Act } from './history.ts'
import { ChatPhone } from './phone.ts'
import { Watcher } from './watcher.ts'

/** Milliseconds without progress after which the phones count as diverged, and the limit for the whole check. */
const [patience, longest] = [20_000, 120_000] as const

async function play(
  act: Act,
  phones: readonly [ChatPhone, ChatPhone],
  newToken: (me: string) => Promise<string>,
): Promise<void> {
  if (act.do === 'linger') return pause(act.ms)
  const phone = phones[act.who]
  const tabOf = (place: number) => phone.tabs[place]
  switch (act.do) {
    case 'write': {
      const tab = phone.awake(act.tab)
      // A tab that is killed meanwhile never reports whether it saved the message.
      if (tab) await Promise.race([phone.write(tab), tab.life.ended])
      return
    }
    case 'read': {
      const tab = phone.awake(act.tab)
      if (tab?.visible) await Promise.race([phone.read(tab), tab.life.ended])
      return
    }
    case 'weather':
      phone.faults = [...act.faults]
      return
    case 'cut':
      return phone.cut(act.told)
    case 'no network':
      phone.signal = false
      return phone.cut(true)
    case 'network':
      phone.signal = true
      return phone.fire('online')
    case 'kill':
      return phone.kill(act.tab)
    case 'open':
      if (phone.tabs.length < 2) phone.open()
      return
    case 'freeze':
      return tabOf(act.tab)?.life.freeze()
    case 'thaw':
      return tabOf(act.tab)?.life.thaw()
    case 'hide':
    case 'show': {
      const tab = tabOf(act.tab)
      if (!tab) return
      tab.visible = act.do === 'show'
      return tab.document.fire('visibilitychange')
    }
    case 'expire':
      phone.expire()
      return
    case 'sign in':
      return phone.signIn(await newToken(phone.me))
    case 'send now':
      phone.awake(act.tab)?.app.kick('online')
      return
  }
}

/** Opens two people with a phone each, and a reader of the server's messages of their chat. */
export async function openPhones(servers: EmbeddedServers) {
  const [ann, ben] = await Promise.all(['ann', 'ben'].map((name) => addChatPerson(servers, name)))
  if (!ann || !ben) throw new Error('Nobody is there.')
  const tokens = new Map([ann, ben].map((person) => [person.id, person.newToken]))
  const newToken = async (me: string) => (await tokens.get(me)?.()) ?? ''
  const watcher = new Watcher()
  const [origin = ''] = servers.origins
  const phoneOf = async (me: string, other: string) =>
    new ChatPhone({ origin, me, other, token: await newToken(me), watcher })
  const phones = [await phoneOf(ann.id, ben.id), await phoneOf(ben.id, ann.id)] as const
  const kept = async (): Promise<ChatMessage[]> => {
    const path = pathOf(conversationRoutes.olderMessages, { other: ben.id, before: '999999' })
    const answer = await fetch(origin + path, {
      headers: { authorization: `Bearer ${await newToken(ann.id)}` },
    })
    return ((await answer.json()) as { data: ChatMessage[] }).data
  }
  return { phones, watcher, newToken, kept }
}

/** Runs one history. Returns the laws that it breaks. */
export async function live(servers: EmbeddedServers, acts: readonly Act[]): Promise<string[]> {
  const { phones, watcher, newToken, kept } = await openPhones(servers)
  try {
    for (const phone of phones) phone.open()
    for (const act of acts) await play(act, phones, newToken)
    for (const phone of phones) {
      phone.signal = true
      phone.calm = true
      phone.faults = []
      await phone.arriveAll()
      phone.signIn(await newToken(phone.me))
      if (phone.tabs.length === 0) phone.open()
      for (const tab of phone.tabs) {
        tab.life.thaw()
        tab.visible = true
        tab.document.fire('visibilitychange')
      }
      phone.fire('online')
    }
    const lost = new Set<string>()
    const wrong = await untilNone(async () => {
      const found = await lookAt(phones, watcher, kept)
      for (const text of found.lost) lost.add(`lost: ${text}`)
      return lost.size > 0 ? [] : found.late
    }, phones)
    if (lost.size + wrong.length > 0) return [...watcher.broken, ...lost, ...wrong]
    for (const phone of phones) for (const tab of phone.tabs) await phone.read(tab)
    const unread = await untilNone(() => Promise.resolve(badges(phones, 0)), phones)
    return [...watcher.broken, ...unread]
  } finally {
    for (const phone of phones) phone.close()
  }
}

async function untilNone(look: () => Promise<string[]>, phones: readonly ChatPhone[]): Promise<string[]> {
  const begun = performance.now()
  let [before, since] = ['', begun]
  for (;;) {
    const wrong = await look()
    const now = performance.now()
    // A busy machine is slow, so the limit counts from the last progress.
    if (wrong.join() !== before) [before, since] = [wrong.join(), now]
    if (wrong.length === 0 || now - since > patience || now - begun > longest) return wrong
    for (const { tabs } of phones) for (const { app } of tabs) app.kick('online')
    await pause(20)
  }
}

export interface Look {
  /** Messages that were saved but are neither on the phone nor on the server: waiting cannot restore them. */
  lost: string[]
  /** Laws that do not hold yet. */
  late: string[]
}

/**
 * Checks all phones once. The outbox rows are read before the server's messages: a message that is sent meanwhile appears in one
 * of the two, so only a message in neither is lost.
 */
export async function lookAt(
  phones: readonly ChatPhone[],
  watcher: Watcher,
  ask: () => Promise<readonly ChatMessage[]>,
): Promise<Look> {
  const debts = await Promise.all(
    phones.map(async (phone) => {
      const owed = [...watcher.of(phone.me).owed]
      return { owed, waiting: await phone.waiting() }
    }),
  )
  const kept = await ask()
  const there = new Set(kept.map(({ message }) => message))
  return {
    lost: debts.flatMap(({ owed, waiting }) =>
      owed.filter((text) => !there.has(text) && !waiting.includes(text)),
    ),
    late: [
      ...debts.flatMap(({ waiting }) =>
        waiting.filter((text) => !there.has(text)).map((text) => `on the phone: ${text}`),
      ),
      ...ledger(phones, kept),
      ...screens(phones, kept),
    ],
  }
}

/** Checks that no message is duplicated and that each sender's messages have the order of writing. */
function ledger(phones: readonly ChatPhone[], kept: readonly ChatMessage[]): string[] {
  return phones.flatMap(({ me }) => {
    const mine = kept.filter(({ sender }) => sender === me).map(({ message }) => message)
    const doubled = mine.filter((text, i) => mine.indexOf(text) !== i)
    const numbers = mine.map((text) => Number(text.split(' ').at(-1)))
    const inTurn = numbers.every((n, i) => i === 0 || n > (numbers[i - 1] ?? 0))
    return [
      ...doubled.map((text) => `doubled: ${text}`),
      ...(inTurn ? [] : [`out of order: ${mine.join(', ')}`]),
    ]
  })
}

/** Checks that every tab shows the messages of the server in their order, and that nothing waits. */
function screens(phones: readonly ChatPhone[], kept: readonly ChatMessage[]): string[] {
  const truth = kept.map(({ message }) => message).join()
  const wrong = phones.flatMap((phone) =>
    phone.tabs.flatMap((tab) => {
      const shown = ChatPhone.shown(tab, phone)
      const words = shown.map(({ text }) => text).join()
      const waits = shown.filter(({ state }) => state === 'waiting' || state === 'refused')
      return [
        ...(words === truth ? [] : [`${phone.me} is shown ${words} instead of ${truth}`]),
        ...waits.map(({ text, state }) => `${text} is still ${state}`),
      ]
    }),
  )
  return wrong.length > 0 ? wrong : badges(phones)
}

/** Checks that the badge of every tab matches the last message. */
function badges(phones: readonly ChatPhone[], want?: number): string[] {
  return phones.flatMap(({ me, other, tabs }) =>
    tabs.flatMap(({ app }) => {
      const session = app.engine.get()?.chat.session.get()
      const chat = session?.view.get().chats.find((one) => one.other === other)
      const unread = chat !== undefined && !chat.receiverHasRead && chat.lastSender !== me ? 1 : 0
      const badge = app.unread.get()
      return badge === (want ?? unread) ? [] : [`the badge of ${me} is ${badge}, not ${want ?? unread}`]
    }),
  )
}
