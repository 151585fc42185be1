import { describe, expect, test } from 'vitest'
import { commandRegistry, type CommandRegistry } from '#contract/commands.ts'
import { memoryStore } from '../../../src/local/database/memory.ts'
import type { OutboxItem, OwnTables } from '../../../src/local/database/records.ts'
import { ownSchema } from '../../../src/local/database/schema.ts'
import { release } from '../../../src/local/outbox/item-actions.ts'
import { checkRecords } from '../../../src/local/outbox/command.ts'
import { remove } from '../../../src/local/outbox/decide.ts'
import { entriesOf } from '../../../src/local/outbox/view.ts'
import { bodyOf } from '../../../src/local/sync/deliver.ts'
import { createPhone, enquiry, lost, ok } from './phone.ts'

/** Older and newer apps over one outbox, and damaged records. */

interface Newer {
  text: string
}
const enquiryOf = commandRegistry['enquiry.send']
/** The next app: the message of an enquiry has another name, and a new kind exists. */
const nextBook: CommandRegistry = {
  ...commandRegistry,
  ...(enquiryOf && {
    'enquiry.send': {
      ...enquiryOf,
      v: 2,
      shape: { carId: 'string', text: 'string' },
      upcast: {
        1: (older) => {
          const { message, ...rest } = older as { message: string }
          if (message === 'unreadable') throw new TypeError('Not understood')
          return { ...rest, text: message }
        },
      },
      older: { 1: (older) => ({ form: 1, message: (older as { message: string }).message }) },
      body: (p) => ({ form: 2, text: (p as unknown as Newer).text }),
    },
    'enquiry.later': { ...enquiryOf },
  }),
}

const bodies = (phone: ReturnType<typeof createPhone>) =>
  phone.sent.map(({ item }) => {
    const command = nextBook[item.kind]
    return command && bodyOf(item, command, { itemId: item.id, seq: item.seq, baseVersion: undefined })
  })

describe('What an older app left behind', () => {
  test('and never tried is brought up to date before its first try [S26 I16]', async () => {
    const store = memoryStore<OwnTables>(ownSchema)
    const id = await createPhone({ store }).put('enquiry.send', enquiry())
    const phone = createPhone({ store, book: nextBook })
    await phone.drain()
    expect(bodies(phone)).toEqual([{ form: 2, text: 'Is it still there?' }])
    expect(await phone.item(id)).toMatchObject({ v: 2, state: 'done' })
  })
  test('and tried keeps the form that met its key [S26 I6]', async () => {
    const store = memoryStore<OwnTables>(ownSchema)
    const old = createPhone({ store })
    old.answer = lost
    const id = await old.put('enquiry.send', enquiry())
    await old.drain()
    const phone = createPhone({ store, book: nextBook })
    phone.now += 600_000
    await phone.drain()
    expect(bodies(phone)).toEqual([{ form: 1, message: 'Is it still there?' }])
    expect(phone.sent[0]?.key).toBe(`${id}.0`)
  })
  test('and cannot be read is set aside in sight, never skipped [S57 I5]', async () => {
    const store = memoryStore<OwnTables>(ownSchema)
    const id = await createPhone({ store }).put('enquiry.send', { ...enquiry(), message: 'unreadable' })
    const phone = createPhone({ store, book: nextBook })
    const good = await createPhone({ store }).put('enquiry.send', enquiry(), 'good')
    await phone.drain()
    expect(phone.sent.map((s) => s.item.id)).toEqual([good])
    expect(await phone.item(id)).toMatchObject({
      state: 'rejected',
      lastError: { code: 'corrupt_record' },
      payload: { message: 'unreadable' },
    })
  })
})

test('An item only a newer app understands is held and sent after the update [S28 I16]', async () => {
  const store = memoryStore<OwnTables>(ownSchema)
  const newer = createPhone({ store, book: nextBook })
  const id = await newer.put('enquiry.send', { ...enquiry(), text: 'Hello' } as never)
  const old = createPhone({ store })
  await old.drain()
  expect(old.sent).toEqual([])
  expect(await old.item(id)).toMatchObject({
    state: 'held',
    hold: 'upgrade',
    v: 2,
    payload: { text: 'Hello' },
  })
  await release(store, 'upgrade')
  await newer.drain()
  expect(bodies(newer)).toEqual([{ form: 2, text: 'Hello' }])
})

test('Every command whose payload changed can upgrade its older versions and still send them [I16]', () => {
  for (const command of [...Object.values(commandRegistry), ...Object.values(nextBook)]) {
    for (let v = 1; v < command.v; v++) expect(command.upcast?.[v]).toBeTypeOf('function')
    // The server accepts the two versions before the newest.
    for (let v = Math.max(1, command.v - 2); v < command.v; v++) {
      expect(command.older?.[v]).toBeTypeOf('function')
    }
  }
})

describe('A record that is damaged', () => {
  const broken: [string, Partial<Record<keyof OutboxItem, unknown>>][] = [
    ['has lost its words', { payload: undefined }],
    ['has lost a part of them', { payload: { carId: 'car-1' } }],
    ['has lost its place', { seq: 'x' }],
    ['has lost its lane', { lane: undefined }],
    ['is in a state that is none', { state: 'flying' }],
    ['has lost its kind', { kind: 7 }],
  ]
  test.each(broken)(
    'because it %s is shown as such, and what is whole goes out [S57 I5]',
    async (_, damage) => {
      const phone = createPhone()
      const bad = await phone.put('enquiry.send', enquiry())
      const good = await phone.put('enquiry.send', enquiry())
      await phone.change(bad, damage as Partial<OutboxItem>)
      await phone.drain()
      expect(phone.sent.map((s) => s.item.id)).toEqual([good])
      const items = await phone.store.transaction('read', ['outbox'], (tx) => tx.list('outbox'))
      const entry = entriesOf(items).find((e) => e.id === bad)
      expect(entry).toMatchObject({ state: 'rejected', error: { code: 'corrupt_record' } })
      expect(await remove(phone.store, bad)).toBe('removed')
    },
  )
  test('is found at the start, although nothing is to be sent [S57]', async () => {
    const phone = createPhone()
    const bad = await phone.put('enquiry.send', enquiry())
    await phone.change(bad, { seq: Number.NaN })
    expect(await checkRecords(phone.store, phone.now)).toBe(true)
    expect(await phone.item(bad)).toMatchObject({ state: 'rejected', seq: 0 })
    expect(await checkRecords(phone.store, phone.now)).toBe(false)
  })
  test('that was delivered long ago is a receipt like any other', async () => {
    const phone = createPhone()
    const id = await phone.put('enquiry.send', enquiry())
    phone.answer = () => ok()
    await phone.drain()
    await phone.change(id, { payload: {} as never })
    expect(await checkRecords(phone.store, phone.now)).toBe(false)
    expect(await phone.item(id)).toMatchObject({ state: 'done' })
  })
})
