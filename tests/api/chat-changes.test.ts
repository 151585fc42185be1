// One statement serves the streams of many people: each person must get the same as from a statement of their own.
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { chatLimits } from '#contract/chat/message-rules.ts'
import { changesOf, changesOfAll } from '../../server/chat/changes.ts'
import { addMessage, addMessages } from '../../server/chat/own-chats.ts'
import { chatWorld } from '../support/chat-world.ts'
import { type TestDeps, testDeps } from '../support/api.ts'
import { addReference, addUser } from '../support/motorkin.ts'
import fc from '../support/property.ts'

let world: TestDeps
const people = ['ada', 'ben', 'cyd', 'dan', 'eve']
beforeAll(async () => {
  world = await testDeps({
    seed: async ({ db }) => {
      await addReference(db)
      for (const id of people) await addUser(db, { id })
    },
  })
})
afterAll(() => world.end())

let sent = 0
const write = (sender: string, receiver: string) => {
  const at = world.deps.now()
  return { id: `${sender}:m${(sent += 1)}`, sender, receiver, message: `Number ${sent}`, at }
}

test('Many people are told at once what each would be told alone [R-CHAT-15]', async () => {
  const { db } = world.deps
  // Numbers at which a phone may have stopped listening.
  const numbers = new Map(people.map((id) => [id, [0, undefined as number | undefined, 9e15]]))
  const note = async () => {
    for (const id of people) numbers.get(id)?.push((await changesOf(db, id, undefined)).number)
  }
  for (const [pair, times] of [
    ['ada ben', 3],
    ['ben cyd', 7],
    ['ada cyd', 8],
    ['dan ada', 9],
    ['ben ada', chatLimits.tail + 5],
  ] as const) {
    const [from = '', to = ''] = pair.split(' ')
    await db.tx((sql) => addMessages(sql, [write(from, to), write('cyd', 'dan')]))
    await note()
    for (let n = 0; n < times; n += 1) await db.tx((sql) => addMessage(sql, write(from, to)))
    await note()
  }
  await db.run({
    text: "update chats set first_whole = first_number where key like '%cyd%dan%' or key like '%dan%cyd%'",
  })
  const asked = fc
    .constantFrom(...people)
    .chain((user) =>
      fc.record({ user: fc.constant(user), from: fc.constantFrom(...(numbers.get(user) ?? [])) }),
    )
  await fc.assert(
    fc.asyncProperty(fc.array(asked, { minLength: 1, maxLength: 12 }), async (all) => {
      const alone = []
      for (const { user, from } of all) alone.push(await changesOf(db, user, from))
      expect(await changesOfAll(db, all)).toEqual(alone)
    }),
    { numRuns: 50 },
  )
})

test('A person is told every new message of a chat, however many came', async () => {
  const { db } = world.deps
  for (const many of [1, 7, 8, 9, 30, chatLimits.tail, chatLimits.tail + 1]) {
    const { number } = await changesOf(db, 'eve', undefined)
    for (let n = 0; n < many; n += 1) await db.tx((sql) => addMessage(sql, write('dan', 'eve')))
    const [event] = await changesOfAll(db, [
      { user: 'eve', from: number },
      { user: 'ben', from: undefined },
    ])
    const [chat] = event?.chats ?? []
    expect(event?.full).toBe(false)
    expect(chat?.messages).toHaveLength(Math.min(many, chatLimits.tail))
    expect(chat?.messages.at(-1)?.message).toBe(`Number ${sent}`)
    // A gap larger than one event makes the phone load the chat again. A new chat is also loaded as a whole.
    expect(chat?.whole).toBe(many > chatLimits.tail || many === 1)
  }
  // This phone's number is older than the chat.
  expect((await changesOf(db, 'eve', 1)).chats[0]?.messages).toHaveLength(chatLimits.tail)
})

const live = chatWorld()
test('Streams that have something to read in the same moment are read together', async () => {
  const { server, listen, send } = live
  const streams = [await listen('ada'), await listen('ben')]
  for (const stream of streams) await expect.poll(() => stream.events.length).toBe(1)
  const reads = vi.spyOn(server.db, 'rows')
  await send('ada', 'ben', 'Hello')
  for (const stream of streams) await expect.poll(() => stream.words()).toEqual(['Hello'])
  const read = reads.mock.calls.find(([, { name }]) => name === 'chats-since')
  expect(read?.[1].values?.[0]).toEqual(['ada', 'ben'])
})
