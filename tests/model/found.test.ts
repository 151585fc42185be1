import { expect, test } from 'vitest'
import type { Base } from '../../src/local/database/records.ts'
import { userPartition } from '../../src/local/database/schema.ts'
import { revise, retry } from '../../src/local/outbox/decide.ts'
import { decide, refresh, rot, upgrade, withdraw } from './acts.ts'
import { books } from './books.ts'
import { live, type Event } from './history.ts'
import { screen } from './wishes.ts'
import { ann, change, contact, heart, newAd, stage } from './stage.ts'

/** Histories that once broke a law, each fixed since, as directed tests. */
const own = userPartition(ann)

test('A later edit that leaves a list unchanged keeps another device’s additions [S21 I9]', async () => {
  const s = await stage()
  const imageUrl = 'a.jpg'
  await s.wish({ kind: 'ad.image.delete', payload: { adId: 'anns', title: '', imageUrl } })
  const id = await s.wish(await change(s, 'anns', { carfeatures: ['f0', 'g'] }))
  s.world.server.elsewhere('car:anns', { carfeatures: ['f0', 'g', 'new'] })
  await s.round()
  expect((await s.item(id))?.state).toBe('done')
  expect(s.world.server.things.get('car:anns')?.fields['carfeatures']).toEqual(['f0', 'g', 'new'])
  await s.end()
})

test('A damaged record does not stop newer writes from being saved and sent [S57 I1 I5]', async () => {
  const s = await stage()
  const first = await s.wish(await change(s, 'anns', { title: 'one' }))
  await rot(s.world, 1)
  const second = await s.wish(await change(s, 'anns', { price: '2' }))
  expect(second).not.toBe(first)
  await s.round()
  expect(await s.item(first)).toMatchObject({ state: 'rejected', lastError: { code: 'corrupt_record' } })
  expect((await s.item(second))?.state).toBe('done')
  await s.end()
})

test('A damaged record does not keep what went before it from ending [S57 I10]', async () => {
  const s = await stage()
  const first = await s.wish(await change(s, 'anns', { title: 'one' }))
  await s.toSend()
  const second = await s.wish(await change(s, 'anns', { title: 'two' }))
  await rot(s.world, 1)
  await s.step(s.tab)
  while (await s.step(s.tab)) {
    // The round continues until its end.
  }
  expect((await s.item(first))?.state).toBe('done')
  expect((await s.item(second))?.lastError?.code).toBe('corrupt_record')
  await s.end()
})

test('Asking again for a damaged record leaves it where it is seen [S57 I5]', async () => {
  const s = await stage()
  const id = await s.wish(heart('c1', 'yes'))
  await rot(s.world, 1)
  await s.round()
  await retry(s.world.store(own), id, s.world.now)
  expect((await s.item(id))?.state).toBe('rejected')
  await s.end()
})

test('An edit cancelled during a conflict response goes away and blocks nothing [S21 I8 I10]', async () => {
  const s = await stage()
  const id = await s.wish(await change(s, 'anns', { title: 'mine' }))
  s.world.server.elsewhere('car:anns', { title: 'theirs' })
  await s.toSend()
  expect(await withdraw(s.world, own, id)).toBe('cancelling')
  await s.step(s.tab)
  while (await s.step(s.tab)) {
    // The round continues until its end.
  }
  expect(await s.item(id)).toBeUndefined()
  await s.end()
})

test('The server refuses a cancelled edit that may still have a copy in flight [I8]', async () => {
  const s = await stage()
  const id = await s.wish(await change(s, 'anns', { title: 'mine' }))
  await s.round(s.tab, ['requestLost'])
  s.world.server.elsewhere('car:anns', { title: 'theirs' })
  s.world.now += 86_400_000
  await s.toSend()
  await withdraw(s.world, own, id)
  await s.step(s.tab)
  while (await s.step(s.tab)) {
    // The round continues until its end.
  }
  s.world.now += 86_400_000
  await s.round()
  expect(await s.item(id)).toBeUndefined()
  expect(s.world.server.voids.size).toBe(1)
  await s.end()
})

test('Cancelling an edit keeps a later edit that repeats its words [I1 I8]', async () => {
  const s = await stage()
  const first = await s.wish(await change(s, 'anns', { title: 'one' }))
  await s.wish({ kind: 'ad.image.delete', payload: { adId: 'anns', title: '', imageUrl: 'a.jpg' } })
  const later = await s.wish(await change(s, 'anns', { title: 'two' }))
  expect(await s.wish(await change(s, 'anns', { title: 'one' }))).toBe(later)
  expect(await withdraw(s.world, own, first)).toBe('removed')
  await s.round()
  expect((await s.item(later))?.state).toBe('done')
  expect(s.world.server.things.get('car:anns')?.fields['title']).toBe('one')
  await s.end()
})

test('A corrected damaged record is sent in its old place and current format [S57 S26 I5 I18]', async () => {
  const s = await stage()
  const id = await s.wish(newAd('n'))
  await rot(s.world, 1)
  await s.round()
  expect(await revise(s.world.store(own), id, newAd('n', 'Midi').payload as never)).toBe(true)
  await s.round()
  expect(await s.item(id)).toMatchObject({ state: 'done', lane: 'car:n' })
  const older = await s.wish(contact('one', { subject: 'A' }))
  const words = contact('two', { topic: 'B' }).payload as never
  expect(await revise(s.world.store(own), older, words, books.new)).toBe(true)
  await upgrade(s.world, s.other, 'new')
  await s.round(s.other)
  expect(s.world.server.requests.at(-1)).toMatchObject({ payload: 'contact.send@2', body: { topic: 'B' } })
  await s.world.store(own).transaction('read', ['entities'], async (tx) => {
    expect((await tx.list('entities')).map((row) => row.k)).toContain('car:n')
  })
})

test('A correction to a damaged record nobody has noticed is saved and sent [S57 I1]', async () => {
  const s = await stage()
  const id = await s.wish(newAd('n'))
  await rot(s.world, 0)
  expect(await revise(s.world.store(own), id, newAd('n', 'Midi').payload as never)).toBe(true)
  await s.round()
  expect(await s.item(id)).toMatchObject({ state: 'done', lane: 'car:n', payload: { ad: { title: 'Midi' } } })
})

test('Cancelling a write does not hide another device’s change from the next write [S21 I9]', async () => {
  const s = await stage()
  const first = await s.wish({ kind: 'ad.status', payload: { adId: 'anns', title: '', want: 'sold' } })
  s.world.server.elsewhere('car:anns', { title: 'theirs' })
  const second = await s.wish(await change(s, 'anns', { title: 'mine' }))
  await s.round(s.tab, ['ok', 'failure'])
  expect(await s.item(first)).toMatchObject({ state: 'wait', rev: 1, base: { version: 2 } })
  await withdraw(s.world, own, first)
  s.world.now += 600_000
  await s.round()
  expect(await s.item(second)).toMatchObject({ state: 'conflict', theirs: { fields: { title: 'theirs' } } })
  expect(s.world.server.things.get('car:anns')?.fields['title']).toBe('theirs')
  await s.end()
})

test('Accepting the other version for one write concedes nothing unseen in the next [S22 I9]', async () => {
  const s = await stage()
  const first = await s.wish(await change(s, 'anns', { title: 'mine' }))
  await s.round(s.tab, ['requestLost'])
  const second = await s.wish(await change(s, 'anns', { price: '2' }))
  expect(second).not.toBe(first)
  s.world.server.elsewhere('car:anns', { title: 'theirs', price: '3' })
  s.world.now += 600_000
  await s.round()
  expect((await s.item(first))?.state).toBe('conflict')
  const theirs = 1
  await decide(s.world, 0, theirs)
  expect(await s.item(first)).toBeUndefined()
  await s.round()
  expect((await s.item(second))?.state).toBe('conflict')
  expect(s.world.server.things.get('car:anns')?.fields['price']).toBe('3')
  await s.end()
})

test('Writes queued before an unnoticed damaged record count as its earlier state [S57 S21 I1 I9]', async () => {
  const s = await stage()
  s.world.server.elsewhere('car:anns', { title: 'theirs' })
  const status = (want: string, base?: Base) =>
    s.wish({
      kind: 'ad.status',
      payload: { adId: 'anns', title: '', want },
      says: { status: want },
      ...(base ? { base } : {}),
    })
  await status('sold')
  const shown = (await screen(s.world, own, 'old')).get('car:anns')
  const seen = { version: shown?.version ?? 0, snapshot: shown?.fields ?? {} }
  expect(seen.snapshot).toMatchObject({ status: 'sold' })
  await rot(s.world, 0)
  // Both changes are queued before "sold", which is never sent: one leaves the status, the other returns to it.
  await status('active', seen)
  await status('sold', seen)
  await s.round()
  expect(s.world.server.things.get('car:anns')?.fields).toMatchObject({ status: 'sold', title: 'theirs' })
  await s.end()
})

test('A cancelled write’s words count as changed when an old form repeats them [S21 I1 I9]', async () => {
  const s = await stage()
  const first = await s.wish(await change(s, 'anns', { title: 'mine' }))
  const again = await change(s, 'anns', { title: 'mine' })
  expect(again.base?.snapshot).toMatchObject({ title: 'mine' })
  await withdraw(s.world, own, first)
  s.world.server.elsewhere('car:anns', { price: '3' })
  await s.wish(again)
  await s.round()
  expect(s.world.server.things.get('car:anns')?.fields).toMatchObject({ title: 'mine', price: '3' })
  await s.end()
})

test('Words of an unreadable record count as changed when a later edit repeats them [S57 S21 I1 I9]', async () => {
  const s = await stage()
  await s.wish(await change(s, 'anns', { title: 'mine' }))
  await s.wish(heart('c1', 'yes'))
  await s.wish({ kind: 'ad.image.delete', payload: { adId: 'anns', title: '', imageUrl: 'a.jpg' } })
  await s.wish(await change(s, 'anns', { title: 'other' }))
  await s.wish(await change(s, 'anns', { title: 'mine' }))
  const [first] = await s.world.items(own)
  await rot(s.world, 4)
  expect(await s.item(first?.id ?? '')).toMatchObject({ payload: 'x' })
  await s.round()
  await s.round()
  expect(s.world.server.things.get('car:anns')?.fields).toMatchObject({ title: 'mine', images: ['b.jpg'] })
  await s.end()
})

test('A cancelled write with a purged key never swallows the one undoing it [S49 I1 I4]', async () => {
  const s = await stage()
  const status = async (want: string) => {
    const shown = (await screen(s.world, own, 'old')).get('car:anns')
    const base = { version: shown?.version ?? 0, snapshot: shown?.fields ?? {} }
    return s.wish({
      kind: 'ad.status',
      payload: { adId: 'anns', title: '', want },
      says: { status: want },
      base,
    })
  }
  const first = await status('sold')
  await s.round(s.tab, ['answerLost'])
  expect(s.world.server.things.get('car:anns')?.fields['status']).toBe('sold')
  await status('active')
  s.world.diary.purged = true
  s.world.server.purgeKeys()
  await withdraw(s.world, own, first)
  s.world.now += 600_000
  await s.round()
  await s.round()
  expect(await s.item(first)).toBeUndefined()
  expect(s.world.server.things.get('car:anns')?.fields['status']).toBe('active')
  await s.end()
})

test('A cancelled write’s words never overwrite another device’s unseen change when repeated [S21 I9]', async () => {
  const s = await stage()
  const first = await s.wish(await change(s, 'anns', { title: 'mine' }))
  s.world.server.elsewhere('car:anns', { title: 'theirs' })
  await refresh(s.world)
  const again = await change(s, 'anns', { title: 'mine' })
  await withdraw(s.world, own, first)
  const second = await s.wish(again)
  await s.round()
  expect(await s.item(second)).toMatchObject({ state: 'conflict', theirs: { fields: { title: 'theirs' } } })
  expect(s.world.server.things.get('car:anns')?.fields['title']).toBe('theirs')
  await s.end()
})

test('A later write is sent although an identical uncertain one was cancelled [S14 I1 I4]', async () => {
  const s = await stage()
  const status = async (want: string) => {
    const shown = (await screen(s.world, own, 'old')).get('car:anns')
    const base = { version: shown?.version ?? 0, snapshot: shown?.fields ?? {} }
    const payload = { adId: 'anns', title: '', want }
    return s.wish({ kind: 'ad.status', payload, says: { status: want }, base })
  }
  const first = await status('inactive')
  await s.wish({ kind: 'ad.image.delete', payload: { adId: 'anns', title: '', imageUrl: 'a.jpg' } })
  await s.round(s.tab, ['captive'])
  const later = await status('active')
  expect(await status('inactive')).toBe(later)
  await withdraw(s.world, own, first)
  s.world.now += 600_000
  await s.round()
  await s.round()
  expect(await s.item(first)).toBeUndefined()
  expect((await s.item(later))?.state).toBe('done')
  expect(s.world.server.things.get('car:anns')?.fields).toMatchObject({
    status: 'inactive',
    images: ['b.jpg'],
  })
  await s.end()
})

test('An edit behind a corrected new ad is still sent, even with old words [S57 I1 I4]', async () => {
  const s = await stage()
  const birth = await s.wish(newAd('n', 'one'))
  const edit = await s.wish(await change(s, 'n', { title: 'two' }))
  expect(await s.wish(await change(s, 'n', { title: 'one' }))).toBe(edit)
  await rot(s.world, 0)
  await upgrade(s.world, s.other, 'old')
  expect((await s.item(birth))?.lastError?.code).toBe('corrupt_record')
  expect(await revise(s.world.store(own), birth, newAd('n', 'three').payload as never)).toBe(true)
  expect((await screen(s.world, own, 'old')).get('car:n')?.fields).toMatchObject({ title: 'one' })
  await s.round()
  expect(await s.item(edit)).toMatchObject({ state: 'done' })
  expect(s.world.server.things.get('car:n')?.fields['title']).toBe('one')
})

test('A person is not asked about a conflict with their own corrected ad [S22 I9]', async () => {
  const s = await stage()
  const birth = await s.wish(newAd('n', 'one'))
  const edit = await s.wish(await change(s, 'n', { title: 'two' }))
  expect(await revise(s.world.store(own), birth, newAd('n', 'three').payload as never)).toBe(true)
  await s.round()
  expect(await s.item(edit)).toMatchObject({ state: 'done' })
  expect(s.world.server.things.get('car:n')?.fields['title']).toBe('two')
})

test('An edit sent past a damaged record stays unchanged after that record’s repair [S57 I6]', async () => {
  const s = await stage()
  const birth = await s.wish(newAd('n', 'one'))
  const edit = await s.wish(await change(s, 'n', { price: '2' }))
  await rot(s.world, 0)
  await s.round(s.tab, ['later'])
  expect(await s.item(edit)).toMatchObject({ state: 'wait', unsure: true })
  expect(await revise(s.world.store(own), birth, newAd('n', 'two').payload as never)).toBe(true)
  s.world.now += 600_000
  await s.round()
  expect((await s.item(birth))?.state).toBe('done')
  await s.end()
  expect(s.world.server.things.get('car:n')?.fields).toMatchObject({ title: 'two', price: '2' })
})

test('Words from a form that showed a cancelled write apply over pending writes [S21 I4]', async () => {
  const s = await stage()
  const status = async (want: string, base?: Base) => {
    const shown = (await screen(s.world, own, 'old')).get('car:anns')
    const seen = base ?? { version: shown?.version ?? 0, snapshot: shown?.fields ?? {} }
    const payload = { adId: 'anns', title: '', want }
    return s.wish({ kind: 'ad.status', payload, says: { status: want }, base: seen })
  }
  await status('sold')
  await s.wish(await change(s, 'anns', { title: 'mine' }))
  const taken = await status('inactive')
  const shown = (await screen(s.world, own, 'old')).get('car:anns')
  await withdraw(s.world, own, taken)
  const last = await status('active', { version: 1, snapshot: shown?.fields ?? {} })
  await s.round()
  expect((await s.item(last))?.state).toBe('done')
  expect(s.world.server.things.get('car:anns')?.fields['status']).toBe('active')
  await s.end()
})

test('Two tabs with clocks years apart send after the slower clock’s longest pause [S35 I10 I19]', async () => {
  const history: Event[] = [
    { do: 'freeze', context: 2 },
    { do: 'wish', tab: 0, kind: 'ad.image.delete', which: 0, value: 0 },
    { do: 'skew', context: 1, by: -777_600_000_000 },
    { do: 'elsewhere', place: 0, value: 0 },
    { do: 'wish', tab: 1, kind: 'ad.edit', which: 0, value: 21 },
    { do: 'throttle' },
    { do: 'round', context: 0, faults: [] },
    { do: 'arrive', place: 0 },
    { do: 'step', place: 0, times: 1, outcome: 'ok' },
    { do: 'login', user: 0 },
    { do: 'thaw', context: 0 },
  ]
  expect(await live(history)).toEqual([])
})

test('A form opened over a cancelled in-flight write never swallows the next write [S20 I4]', async () => {
  const history: Event[] = [
    { do: 'wish', tab: 0, kind: 'profile.edit', which: 0, value: 0 },
    { do: 'round', context: 0, faults: [] },
    { do: 'wish', tab: 0, kind: 'profile.edit', which: 0, value: 8 },
    { do: 'start', context: 0, partition: 1 },
    { do: 'step', place: 0, times: 4, outcome: 'ok' },
    { do: 'look', place: 9 },
    { do: 'takeBack', place: 0 },
    { do: 'wish', tab: 0, kind: 'fav.set', which: 0, value: 0 },
    { do: 'start', context: 0, partition: 0 },
    { do: 'start', context: 0, partition: 0 },
    { do: 'step', place: 0, times: 1, outcome: 'ok' },
    { do: 'wish', tab: 0, kind: 'profile.edit', which: 0, value: 0 },
  ]
  expect(await live(history)).toEqual([])
})
