import { expect, test } from 'vitest'
import { retry } from '../../src/local/outbox/acts.ts'
import { userPartition } from '../../src/local/session/partition.ts'
import { revise } from '../../src/local/outbox/decide.ts'
import { rot, upgrade, withdraw } from './acts.ts'
import { books } from './books.ts'
import { ann, change, contact, enquiry, heart, newAd, stage } from './stage.ts'

/** What random histories found and what was mended since: each stays as a directed history of its own. */
const own = userPartition(ann)

test('A set that a later edit left as it was does not take away what another device added meanwhile [S21 I9]', async () => {
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

test('A damaged record does not keep a newer wish about the same thing from being saved and sent [S57 I1 I5]', async () => {
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
    // The round goes on to its end.
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

test('An edit that is taken back while the server calls it a conflict goes away and stops nothing [S21 I8 I10]', async () => {
  const s = await stage()
  const id = await s.wish(await change(s, 'anns', { title: 'mine' }))
  s.world.server.elsewhere('car:anns', { title: 'theirs' })
  await s.toSend()
  expect(await withdraw(s.world, own, id)).toBe('cancelling')
  await s.step(s.tab)
  while (await s.step(s.tab)) {
    // The round goes on to its end.
  }
  expect(await s.item(id)).toBeUndefined()
  await s.end()
})

test('An edit that is taken back while another copy of it may be about is refused by the server before it goes [I8]', async () => {
  const s = await stage()
  const id = await s.wish(await change(s, 'anns', { title: 'mine' }))
  await s.round(s.tab, ['requestLost'])
  s.world.server.elsewhere('car:anns', { title: 'theirs' })
  s.world.now += 86_400_000
  await s.toSend()
  await withdraw(s.world, own, id)
  await s.step(s.tab)
  while (await s.step(s.tab)) {
    // The round goes on to its end.
  }
  s.world.now += 86_400_000
  await s.round()
  expect(await s.item(id)).toBeUndefined()
  expect(s.world.server.voids.size).toBe(1)
  await s.end()
})

test('When an edit is taken back, a later one that said the same words again still says them [I1 I8]', async () => {
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

test('What waits for another write goes after it, and does not wait for one that is done or was taken away [I3 I10]', async () => {
  const s = await stage()
  const first = await s.wish(newAd('n'))
  const behind = await s.wish({ ...enquiry('one'), deps: [first] })
  await s.round(s.tab, ['requestLost'])
  expect(await s.item(behind)).toMatchObject({ state: 'held', hold: 'dep' })
  s.world.now += 86_400_000
  await s.round()
  await s.round()
  expect([s.effects(first), s.effects(behind)]).toEqual([1, 1])
  const late = await s.wish({ ...enquiry('two'), deps: [first] })
  const third = await s.wish(newAd('m'))
  const orphan = await s.wish({ ...enquiry('three'), deps: [third] })
  await withdraw(s.world, own, third)
  await s.round()
  expect([s.effects(late), s.effects(orphan)]).toEqual([1, 1])
  await s.end()
})

test('A damaged record that gets new words goes out in its old place and in the shape of today [S57 S26 I5 I18]', async () => {
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

test('New words for a record that is damaged elsewhere, and that nobody has noticed yet, are saved and sent [S57 I1]', async () => {
  const s = await stage()
  const id = await s.wish(newAd('n'))
  await rot(s.world, 0)
  expect(await revise(s.world.store(own), id, newAd('n', 'Midi').payload as never)).toBe(true)
  await s.round()
  expect(await s.item(id)).toMatchObject({ state: 'done', lane: 'car:n', payload: { ad: { title: 'Midi' } } })
})
