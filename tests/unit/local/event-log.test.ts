import { describe, expect, test } from 'vitest'
import { memoryStore } from '../../../src/local/database/memory.ts'
import type { OwnTables } from '../../../src/local/database/records.ts'
import { ownSchema } from '../../../src/local/database/schema.ts'
import { isStorageFailure } from '../../../src/local/database/failures.ts'
import { createEventLog, logLinesOf, ringSize } from '../../../src/local/diagnostics/event-log.ts'
import { reportOf, span, type Reported } from '../../../src/local/diagnostics/report.ts'
import { drainFromWorker } from '../../../src/local/worker.ts'
import { newPhone, soon, tabOf } from './page.ts'
import { createPhone, enquiry, lost, no } from './phone.ts'
import { bytesOf } from './traces.ts'
import { heart, open, put, signIn, states, world } from './world.ts'

function ringOf() {
  const store = memoryStore<OwnTables>(ownSchema)
  const o = { now: 1000, open: true, later: [] as (() => void)[] }
  const ports = { mayFail: isStorageFailure, opened: () => (o.open ? store : undefined), now: () => o.now }
  const eventLog = createEventLog({ ...ports, later: (work) => o.later.push(work) })
  return { store, o, eventLog, ports }
}

describe('The log', () => {
  test('writes its lines together and later, off the way of what a person does', async () => {
    const { store, o, eventLog } = ringOf()
    eventLog.line('p', 'enqueue fav.set', 'item-1')
    o.now += 5
    eventLog.line('p', 'sending', 'item-1')
    expect([await logLinesOf(store), o.later.length]).toEqual([[], 1])
    o.later[0]?.()
    await expect
      .poll(() => logLinesOf(store))
      .toEqual([
        { at: 1000, event: 'enqueue fav.set', about: 'item-1' },
        { at: 1005, event: 'sending', about: 'item-1' },
      ])
  })
  test('keeps its last five hundred lines in order, even when the clock jumps back [S35]', async () => {
    const { store, o, eventLog } = ringOf()
    for (let i = 0; i < ringSize + 50; i++) {
      eventLog.line('p', 'sending', `item-${i}`)
      if (i % 100 === 0) await eventLog.flush()
    }
    await eventLog.flush()
    o.now -= 500
    eventLog.line('p', 'done', 'last')
    await eventLog.flush()
    const lines = await logLinesOf(store)
    expect([lines.length, lines[0]?.about, lines.at(-1)]).toEqual([
      ringSize,
      'item-51',
      expect.objectContaining({ event: 'done', about: 'last', at: 500 }),
    ])
  })
  test('writes collected lines as one row, so that logging does not slow sending', async () => {
    const { store, eventLog } = ringOf()
    for (let i = 0; i < 40; i++) eventLog.line('p', 'done', `item-${i}`)
    await eventLog.flush()
    const rows = await store.transaction('read', ['log'], (tx) => tx.list('log'))
    expect([rows.length, rows[0]?.about, (await logLinesOf(store)).length]).toEqual([1, 'item-0', 40])
  })
  test('takes lines of page and worker under keys that never meet', async () => {
    const { store, eventLog, ports } = ringOf()
    const other = createEventLog(ports)
    eventLog.line('p', 'sending')
    other.line('p', 'fenced')
    await Promise.all([eventLog.flush(), other.flush()])
    expect((await logLinesOf(store)).map((row) => row.event).sort()).toEqual(['fenced', 'sending'])
  })
  test('takes ids and codes only: words of a person do not get in', async () => {
    const { store, eventLog } = ringOf()
    for (const words of ['ada@example.com', 'Is it still there?', '+27 82 123', 'a'.repeat(81), '', 'Löve'])
      eventLog.line('p', 'sending', words)
    await eventLog.flush()
    expect((await logLinesOf(store)).map((row) => row.about)).toEqual(
      Array.from({ length: 6 }, () => undefined),
    )
  })
  test('drops entries of a person who left, without opening a database for them [S37 I20]', async () => {
    const { store, eventLog, o } = ringOf()
    eventLog.line('p', 'sending', 'item-1')
    eventLog.drop('p')
    await eventLog.flush()
    o.open = false
    eventLog.line('p', 'sending', 'item-2')
    await eventLog.flush()
    o.open = true
    await eventLog.flush()
    expect(await logLinesOf(store)).toEqual([])
  })
  test('costs nothing when its database does not take it', async () => {
    const eventLog = createEventLog({
      mayFail: isStorageFailure,
      opened: () => ({
        transaction: () => Promise.reject(new DOMException('Full.', 'QuotaExceededError')),
        close: () => undefined,
      }),
      now: () => 1,
    })
    eventLog.line('p', 'sending')
    await expect(eventLog.flush()).resolves.toBeUndefined()
  })
})

describe('The report', () => {
  const now = 1_795_000_000_000
  const base: Reported = {
    appVersion: '1.2.3',
    now,
    offset: -90_000,
    connection: { state: 'weak', lastContact: now - 90_000 - 30_000 },
    durable: true,
    persisted: undefined,
    signedIn: true,
    items: [],
    lines: [],
  }
  test('says what waits, how often it was tried, and how long sending takes', async () => {
    const phone = createPhone()
    phone.now = now
    await phone.put('enquiry.send', enquiry(), 'old')
    phone.now += 4000
    await phone.drain()
    await phone.heart('c1', 'yes', 'stuck')
    phone.answer = () => lost()
    await phone.drain()
    await phone.put('enquiry.send', enquiry('c2'), 'refused')
    phone.answer = () => no(422, 'validation_failed')
    phone.now += 3_600_000
    await phone.drain()
    const lines = ['replayed', 'steal', 'conflict version_conflict', 'quota', 'quota'].map((event, n) => ({
      n,
      at: now + n,
      event,
    }))
    const text = reportOf({ ...base, now: phone.now, items: await phone.items(), lines })
    expect(text).toContain('Motorkin 1.2.3\n')
    expect(text).toContain('connection weak')
    expect(text).toContain('storage durable yes, persisted unknown, signed in yes')
    expect(text).toContain('this phone is ahead by 90 s')
    expect(text).toContain('sent 1, tries each 1.0')
    expect(text).toContain('half within 4 s, 95 % within 4 s')
    expect(text).toContain(
      'replayed 1, conflict 1, merged 0, fenced 0, steal 1, reopened 0, quota 2, evicted 0',
    )
    expect(text).toMatch(/^refused enquiry\.send rejected validation_failed tries 0\+0 age 60 min$/m)
    expect(text).toMatch(/^stuck fav\.set \w+.* tries /m)
    expect(text).not.toContain('Is it still there?')
  })
  test('can be made with nothing to tell and with the clock years off [S35]', () => {
    expect(reportOf({ ...base, now: 9e15 })).toContain('waiting 0, oldest none')
    expect([span(5000), span(600_000), span(7_200_000), span(3 * 86_400_000), span(-5)]).toEqual([
      '5 s',
      '10 min',
      '2 h',
      '3 d',
      '0 s',
    ])
  })
})

test('A report has no personal data, survives a restart and includes the worker’s actions [R-PWA-36 I20]', async () => {
  const phone = newPhone()
  const server = world()
  const first = open(phone, server, {
    // The log is written only because the page is hidden, not by a timer.
    setTimeout: (work, ms) => setTimeout(work, ms <= 1000 ? 0 : 1e6).unref(),
  })
  await signIn(first.app, 'canaryname')
  await (await first.app.load()).drained()
  const token = first.app.session.get().token ?? ''
  server.o.accept = false
  await put(first.app, 'canarywords')
  await heart(first.app, 'c1')
  await expect.poll(() => states(first.app).sort(), soon).toEqual(['enquiry.send rejected', 'fav.set done'])
  server.o.signal = false
  await heart(first.app, 'c2')
  await (await first.app.load()).drained()
  first.window.fire('pagehide')
  await expect.poll(() => bytesOf(phone.indexedDB), soon).toContain('wait network')
  first.close()
  const failures = async () => (await bytesOf(phone.indexedDB)).split('wait network').length
  const before = await failures()
  await drainFromWorker({ limit: 1000 }, tabOf(phone, { fetch: server.fetch }).env)
  expect(await failures()).toBe(before + 1)
  const { app } = open(phone, server)
  const text = await (await app.load()).report()
  for (const event of [
    'start',
    'enqueue fav.set',
    'sending',
    'done',
    'rejected validation_failed',
    'wait network',
  ])
    expect(text).toContain(` ${event}`)
  for (const canary of ['canary', 'Ada', 'ada@', '123456789', 'Is it still', token, 'a@b.c'])
    expect(text).not.toContain(canary)
  const logged = (await bytesOf(phone.indexedDB)).split('\n').filter((line) => line.includes('/log '))
  expect(logged.join('')).not.toMatch(/canary|Ada|ada@|123456789|Is it still/)
})
