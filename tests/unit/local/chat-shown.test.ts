import { describe, expect, test } from 'vitest'
import type { ChatMessage } from '#contract/chat/conversation.ts'
import type { ChatEntry } from '#contract/chat/chat.ts'
import type { Chat } from '../../../src/local/database/records.ts'
import { sentMessages, shownMessages, summaries } from '../../../src/local/chat/shown.ts'
import type { OutboxEntry } from '../../../src/local/outbox/view.ts'
import fc from '../../support/property.ts'
import { me, message, messages } from './chat-server.ts'

const chat = (all: readonly ChatMessage[], more: Partial<Chat> = {}): Chat => ({
  other: 'bob',
  messages: all,
  lastSender: all.at(-1)?.sender ?? 'bob',
  receiverHasRead: false,
  deliveredTo: 0,
  readTo: 0,
  ownReadTo: 0,
  updatedAt: 1,
  ...more,
})
const entry = (id: string, more: Partial<OutboxEntry> = {}): OutboxEntry => ({
  id,
  kind: 'chat.send',
  payload: { receiver: 'bob', message: id, timestamp: 1 },
  state: 'queued',
  createdAt: 1,
  tries: 0,
  mayHaveLeft: false,
  cancelling: false,
  ...more,
})
const show = (stored: Chat | undefined, outbox: readonly OutboxEntry[], older: ChatMessage[] = []) =>
  shownMessages({
    me,
    chat: stored,
    older,
    sent: sentMessages(outbox).get('bob') ?? [],
    asOf: undefined,
    pictures: new Map(),
  })

describe('What is shown of a chat', () => {
  test('is each message once, whatever the outbox and the store learn first', () => {
    // A message is written, accepted by the store, reported by the stream, and done in the outbox, in every possible order.
    const steps = fc.array(fc.tuple(fc.nat(9), fc.constantFrom('take', 'tell', 'done', 'other' as const)), {
      maxLength: 80,
      size: 'max',
    })
    fc.assert(
      fc.property(steps, fc.integer({ min: 1, max: 12 }), (all, tail) => {
        const written = Array.from({ length: 10 }, (_, i) => `own${i}`)
        const truth: ChatMessage[] = []
        const done = new Map<string, number>()
        let told = 0
        for (const [i, step] of all) {
          const id = written[i] ?? ''
          const place = truth.findIndex((m) => m.id === id) + 1
          if (step === 'other')
            truth.push({ ...message(truth.length + 1, 'bob'), id: `other${truth.length}` })
          if (step === 'take' && place === 0) truth.push({ ...message(truth.length + 1, me), id })
          if (step === 'tell') told = truth.length
          if (step === 'done' && place > 0) done.set(id, place)
          const outbox = [
            ...written.filter((one) => !done.has(one)).map((one) => entry(one)),
            ...[...done].reverse().map(([one, at]) => entry(one, { state: 'done', place: at, doneAt: 1 })),
          ]
          const known = truth.slice(0, told)
          const shown = show(chat(known.slice(-tail)), outbox, known.slice(0, -tail)).map((m) => m.id)
          expect(new Set(shown).size).toBe(shown.length)
          for (const one of written) expect(shown).toContain(one)
          for (const { id: one } of known) expect(shown).toContain(one)
          // Without the older messages no receipt of an older message reappears at the end.
          const short = show(chat(known.slice(-tail)), outbox).map((m) => m.id)
          const elsewhere = known.slice(0, -tail).map((m) => m.id)
          expect(short.filter((one) => done.has(one) && elsewhere.includes(one))).toEqual([])
        }
      }),
      { numRuns: 40 },
    )
  })
  test('ends with pending messages in written order, each with its refusal reason', () => {
    const outbox = [
      entry('a', { state: 'rejected', error: { code: 'forbidden', msg: 'No.' } }),
      entry('b', { state: 'wait' }),
      entry('c', { state: 'done', place: 5, doneAt: 9 }),
      entry('d', { cancelling: true }),
    ]
    expect(show(chat(messages(1, 4)), outbox).map(({ id, state, trouble }) => [id, state, trouble])).toEqual([
      ['m1-bob', 'received', undefined],
      ['m2-ada', 'sent', undefined],
      ['m3-bob', 'received', undefined],
      ['m4-ada', 'sent', undefined],
      ['c', 'sent', undefined],
      ['a', 'refused', 'No.'],
      ['b', 'waiting', undefined],
    ])
  })
  test('says how far own messages came', () => {
    const stored = chat(
      [2, 4, 6].map((n) => message(n, me)),
      { deliveredTo: 4, readTo: 2 },
    )
    expect(show(stored, []).map(({ state }) => state)).toEqual(['read', 'delivered', 'sent'])
  })
  test('contains a receipt without a place for at most a minute while live', () => {
    const sent = sentMessages([entry('x', { state: 'done', doneAt: 100_000 })]).get('bob') ?? []
    const at = (asOf: number | undefined) =>
      shownMessages({ me, chat: chat([]), older: [], sent, asOf, pictures: new Map() }).length
    expect([at(undefined), at(110_000), at(161_000)]).toEqual([1, 1, 0])
  })
  test('keeps a message whose place the store gives later, as one without', () => {
    const sent = sentMessages([entry('x', { state: 'done', place: 0, doneAt: 100_000 })]).get('bob') ?? []
    const at = (asOf: number) =>
      shownMessages({ me, chat: chat(messages(1, 3)), older: [], sent, asOf, pictures: new Map() }).length
    expect([at(110_000), at(161_000)]).toEqual([4, 3])
  })
  test('leaves a damaged record to the outbox', () => {
    const damaged = entry('x', { payload: { receiver: 7 } as never })
    expect(sentMessages([damaged, entry('y', { kind: 'fav.set' })]).size).toBe(0)
  })
})

describe('The list of chats', () => {
  const person = (_id: string) => ({ _id, fullname: _id.toUpperCase(), avatarurl: '' })
  const named: ChatEntry = {
    _id: 'ada_bob',
    sender: person('bob'),
    reciever: person(me),
    unread: true,
    updated_at: new Date(0).toISOString(),
    muted: true,
    blocked: false,
  }
  const list = (chats: Chat[], outbox: OutboxEntry[] = [], asOf?: number) =>
    summaries({
      me,
      chats,
      entries: new Map([['bob', named]]),
      sent: sentMessages(outbox),
      asOf,
    })
  test('includes a chat begun offline and puts the latest message first', () => {
    const cyn = { receiver: 'cyn', message: 'hi', timestamp: 5 }
    const all = list([chat(messages(1, 3), { updatedAt: 50 })], [entry('x', { payload: cyn, createdAt: 99 })])
    expect(
      all.map((one) => [one.other.fullname, one.lastText, one.lastState, one.unread, one.muted]),
    ).toEqual([
      ['', 'hi', 'waiting', false, false],
      ['BOB', 'message 3', 'received', true, true],
    ])
  })
  test('knows a picture, also one with words', () => {
    const last = { ...message(1, 'bob'), image: 'https://motorkin.test/uploads/a.jpg' }
    const pictures = ['', 'The engine'].map((words) => list([chat([{ ...last, message: words }])])[0])
    expect(pictures).toMatchObject([
      { lastIsPicture: true, lastText: '' },
      { lastIsPicture: true, lastText: 'The engine' },
    ])
    expect(list([chat(messages(1, 1))])).toMatchObject([{ lastIsPicture: false }])
  })
  test('is not moved by a receipt of which the store has the message', () => {
    const done = entry('m2-ada', { state: 'done', place: 2, createdAt: 999, doneAt: 999 })
    const [one] = list([chat(messages(1, 3), { updatedAt: 50 })], [done])
    expect([one?.lastText, one?.at]).toEqual(['message 3', 50])
  })
  test('has no chat of which only old receipts are left', () => {
    const done = entry('m2-ada', { state: 'done', place: 2, doneAt: 100_000 })
    expect([110_000, 161_000].map((asOf) => list([], [done], asOf).length)).toEqual([1, 0])
  })
})
