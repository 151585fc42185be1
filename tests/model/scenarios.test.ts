import { expect, test } from 'vitest'
import { userPartition } from '../../src/local/database/schema.ts'
import { disputeOf } from '../../src/local/outbox/view.ts'
import { resolve, revise, retry } from '../../src/local/outbox/decide.ts'
import { login, logout, refresh, upgrade, withdraw } from './acts.ts'
import { poison, refusedWord } from './server.ts'
import { ann, ben, change, contact, drop, enquiry, heart, newAd, stage } from './stage.ts'
import { guest, type Mutant } from './world.ts'

/** One directed history for each scenario that the model proves; the random histories are in `outbox.test.ts`. */
const day = 86_400_000
const own = userPartition(ann)

test('A lost response costs nothing because the same key gets the same answer [S01 I2]', async () => {
  const s = await stage()
  const id = await s.wish(enquiry('Hello'))
  await s.round(s.tab, ['answerLost'])
  expect((await s.item(id))?.state).toBe('wait')
  s.world.now += day
  await s.round()
  expect((await s.item(id))?.state).toBe('done')
  expect([s.requests(id), s.effects(id)]).toEqual([2, 1])
  await s.end()
})

test('An app killed at any moment of a round loses and duplicates nothing [S03 I1 I2]', async () => {
  for (let cut = 1; cut < 14; cut++) {
    const s = await stage()
    const id = await s.wish(newAd('n'))
    await s.wish(await change(s, 'n', { title: 'Midi' }))
    await s.world.start(s.tab, own)
    for (let i = 0; i < cut; i++) await s.step(s.tab)
    s.world.crash(s.tab)
    await s.end()
    expect(s.effects(id)).toBe(1)
    expect(s.world.server.things.get('car:n')?.fields['title']).toBe('Midi')
  }
})

test('An expired login holds only writes that need it and counts no attempt [S07 I5]', async () => {
  const s = await stage()
  const [edit, other] = [
    await s.wish(await change(s, 'anns', { title: 'A' })),
    await s.wish(heart('c1', 'yes')),
  ]
  const open = await s.wish(enquiry('Hello'))
  s.world.server.expireTokens()
  await s.round()
  for (const id of [edit, other]) {
    expect(await s.item(id)).toMatchObject({ state: 'held', hold: 'auth', tries: 0, netFails: 0 })
  }
  expect((await s.item(open))?.state).toBe('done')
  await login(s.world, ann)
  await s.round()
  expect([s.effects(edit), s.effects(other)]).toEqual([1, 1])
  await s.end()
})

test('The last tap on a heart wins, however fast, offline or in flight [S11 I4]', async () => {
  const s = await stage()
  for (const on of ['yes', 'no', 'yes'] as const) await s.wish(heart('c1', on))
  expect(await s.world.items(own)).toHaveLength(1)
  await s.toSend()
  await s.wish(heart('c1', 'no'))
  await s.step(s.tab, 'answerLost')
  await s.end()
  expect(s.world.server.favourites.get('ann/c1')).toBe(false)
})

test('A heart that arrives twice does not flip [S12 I2 I4]', async () => {
  const s = await stage()
  const id = await s.wish(heart('c1', 'yes'))
  await s.round(s.tab, ['later'])
  s.world.now += day
  await s.round(s.tab, ['answerLost'])
  s.world.now += day
  await s.round(s.tab, ['twice'])
  s.world.arrive(0)
  expect([s.requests(id), s.effects(id)]).toEqual([4, 1])
  expect(s.world.server.favourites.get('ann/c1')).toBe(true)
  await s.end()
})

test('A poison write blocks only its own lane and is quarantined after a day [S18 I5 I10]', async () => {
  const s = await stage()
  const id = await s.wish(await change(s, 'anns', { title: poison }))
  for (let tries = 0; tries < 9; tries++) {
    const fine = await s.wish(heart(`c${tries}`, 'yes'))
    await s.round()
    expect((await s.item(fine))?.state).toBe('done')
    expect((await s.item(id))?.state).toBe(tries < 8 ? 'wait' : 'quarantine')
    s.world.now += day / 7
  }
  expect((await s.item(id))?.payload).toMatchObject({ patch: { title: poison } })
  expect(await withdraw(s.world, own, id)).toBe('cancelling')
  await s.round()
  expect(await s.item(id)).toBeUndefined()
  expect(s.world.server.voids.size).toBe(1)
})

test('A refused ad keeps its text and is resent corrected under a new key [S19 I5 I6]', async () => {
  const s = await stage()
  const id = await s.wish({ ...newAd('n', refusedWord), says: {} })
  await s.round()
  expect(await s.item(id)).toMatchObject({
    state: 'rejected',
    lastError: { code: 'validation_failed', fields: { title: 'No.' } },
    payload: { ad: { title: refusedWord } },
  })
  const mended = newAd('n', 'Mini').payload
  expect(await revise(s.world.store(own), id, mended as never)).toBe(true)
  await s.round()
  expect(await s.item(id)).toMatchObject({ state: 'done', rev: 1, result: { version: 1 } })
  await s.end()
})

test('An edit during sending queues behind the ad, whose payload stays unchanged [S20 I3 I6]', async () => {
  const s = await stage()
  const first = await s.wish(newAd('n', 'Mini'))
  await s.toSend()
  const second = await s.wish(await change(s, 'n', { title: 'Midi' }))
  expect(second).not.toBe(first)
  await s.step(s.tab, 'answerLost')
  expect((await s.item(first))?.payload).toMatchObject({ ad: { title: 'Mini' } })
  await s.end()
  expect(s.world.server.things.get('car:n')?.past.map((fields) => fields['title'])).toEqual([
    undefined,
    'Mini',
    'Midi',
  ])
})

test('Edits on two devices merge by field, and a person decides each conflict [S21 I9]', async () => {
  const s = await stage()
  const id = await s.wish(await change(s, 'anns', { title: 'mine' }))
  s.world.server.elsewhere('car:anns', { price: 'theirs' })
  await s.round()
  expect(await s.item(id)).toMatchObject({ state: 'done', merged: ['price'] })
  const next = await s.wish(await change(s, 'anns', { title: 'mine again' }))
  s.world.server.elsewhere('car:anns', { title: 'theirs' })
  await s.round()
  const asked = await s.item(next)
  expect(asked?.state).toBe('conflict')
  expect(asked && disputeOf(asked).fields).toEqual([
    { name: 'title', before: 'mine', mine: 'mine again', theirs: 'theirs' },
  ])
  expect(s.world.server.things.get('car:anns')?.fields).toMatchObject({ title: 'theirs', price: 'theirs' })
  await resolve(s.world.store(own), next, { how: 'mine' }, { now: s.world.now, newId: () => 'x' })
  await s.round()
  expect(s.world.server.things.get('car:anns')?.fields['title']).toBe('mine again')
})

test('An ad that was sold on another device is not revived in silence [S22 I9 I4]', async () => {
  const s = await stage()
  const says = { status: 'inactive' }
  const shown = { version: 1, snapshot: { status: 'active' } }
  const payload = { adId: 'anns', title: '', want: 'inactive' }
  const id = await s.wish({ kind: 'ad.status', payload, base: shown, says })
  s.world.server.elsewhere('car:anns', { status: 'sold' })
  await s.round()
  expect((await s.item(id))?.state).toBe('conflict')
  expect(s.world.server.things.get('car:anns')?.fields['status']).toBe('sold')
  await resolve(s.world.store(own), id, { how: 'theirs' }, { now: s.world.now, newId: () => 'x' })
  expect(await s.item(id)).toBeUndefined()
})

test('An ad created, changed and deleted offline makes no request [S24 I8]', async () => {
  const s = await stage()
  await s.wish(newAd('n'))
  await s.wish(await change(s, 'n', { title: 'Midi' }))
  await s.wish(drop('n'))
  await s.round()
  expect(await s.world.items(own)).toEqual([])
  expect(s.world.server.requests).toEqual([])
  await s.end()
})

test('With two versions on a phone, attempted writes keep their format, others are upgraded [S26 I16]', async () => {
  const s = await stage()
  const attempted = await s.wish(contact('one', { subject: 'A' }))
  await s.round(s.tab, ['answerLost'])
  const untouched = await s.wish(contact('two', { subject: 'B' }))
  await upgrade(s.world, s.other, 'new')
  const newer = await s.wish({ kind: 'note.save', payload: { text: 'three' } }, s.other)
  s.world.now += day
  await s.toSend(s.worker)
  // The old worker sends what it understands and holds the other items.
  await s.step(s.worker, 'requestLost')
  await s.round(s.worker, ['requestLost'])
  s.world.crash(s.worker)
  expect((await s.item(newer))?.hold).toBe('upgrade')
  await upgrade(s.world, s.other, 'new')
  s.world.now += day
  await s.round(s.other)
  for (const id of [attempted, untouched, newer]) expect((await s.item(id))?.state).toBe('done')
  const sent = s.world.server.requests.filter((request) => request.item.id === attempted)
  expect(new Set(sent.map((request) => request.payload))).toEqual(new Set(['contact.send@1']))
  await s.end()
})

test('An untried write of an old app is sent in the new format [S26 I16]', async () => {
  const s = await stage()
  const id = await s.wish(contact('one', { subject: 'A' }))
  await upgrade(s.world, s.other, 'new')
  await s.round(s.other)
  expect(s.world.server.requests.at(-1)).toMatchObject({ payload: 'contact.send@2', body: { topic: 'A' } })
  expect(s.effects(id)).toBe(1)
  await s.end()
})

const noLock: Mutant = {
  drain: (drain) => ({ ...drain, lock: { hold: async (_name, _steal, work) => ({ value: await work() }) } }),
}
test.each([
  ['with the lock', undefined],
  ['without any lock', noLock],
])('Two tabs that come online together have one effect, %s [S29 I2]', async (_name, mutant) => {
  for (let lag = 0; lag < 8; lag++) {
    const s = await stage(mutant)
    const id = await s.wish(newAd('n'))
    await s.world.start(s.tab, own)
    for (let i = 0; i < lag; i++) await s.step(s.tab)
    await s.world.start(s.other, own)
    for (let i = 0; i < 40; i++) await s.step(i % 2 === 0 ? s.other : s.tab)
    expect(s.effects(id)).toBe(1)
    await s.end()
  }
})

test('A frozen tab’s lock blocks others no longer than its heartbeat allows [S30 I10]', async () => {
  const s = await stage()
  const id = await s.wish(heart('c1', 'yes'))
  await s.toSend(s.tab)
  s.tab.frozen = true
  await s.round(s.other)
  expect(s.effects(id)).toBe(0)
  s.world.now += 31_000
  await s.round(s.other)
  s.world.now += 6000
  await s.round(s.other)
  expect((await s.item(id))?.state).toBe('done')
  await s.end()
})

test('A thawed tab that lost its turn changes nothing, even after keys are purged [S31 I4 I17]', async () => {
  const s = await stage()
  const first = await s.wish(heart('c1', 'yes'))
  await s.toSend(s.tab)
  s.tab.frozen = true
  s.world.now += 31_000
  await s.round(s.other)
  s.world.now += 6000
  await s.round(s.other)
  await s.wish(heart('c1', 'no'))
  await s.round(s.other)
  s.world.server.purgeKeys()
  s.tab.frozen = false
  while (await s.step(s.tab)) {
    // The old request leaves now.
  }
  expect(s.requests(first)).toBe(2)
  expect(s.world.server.favourites.get('ann/c1')).toBe(false)
  expect((await s.item(first))?.state).toBe('done')
  await s.end()
})

test('Tabs with clocks years apart keep the order of writes without waiting [S35 I3 I19]', async () => {
  const s = await stage()
  s.tab.skew = 9000 * day
  s.other.skew = -9000 * day
  const said = (message: string) => ({
    kind: 'chat.send' as const,
    payload: { receiver: 'r', message, timestamp: 1 },
  })
  const ids = [
    await s.wish(said('one'), s.tab),
    await s.wish(said('two'), s.other),
    await s.wish(said('three'), s.tab),
  ]
  await s.round(s.tab, ['failure'])
  await s.end()
  expect(s.world.server.effects.map((effect) => effect.itemId)).toEqual(ids)
})

test('One person’s writes wait while another person is signed in [S38 I7]', async () => {
  const s = await stage()
  const id = await s.wish(await change(s, 'anns', { title: 'A' }))
  const behind = await s.wish(heart('c1', 'yes'))
  // Another tab signs in another person, and the outbox has no notice of it.
  await login(s.world, ben)
  await s.round(s.other, [], own)
  expect(s.world.server.requests).toEqual([])
  await login(s.world, ann)
  await s.toSend()
  await logout(s.world)
  await login(s.world, ben)
  s.world.server.expireTokens()
  await login(s.world, ben)
  while (await s.step(s.tab)) {
    // The server refuses the pending request, and the phone does not repeat it as another person.
  }
  await s.round(s.other, [], own)
  await s.round(s.worker, [], guest)
  expect(s.world.server.requests.some(({ item, token }) => item.id === id && token?.startsWith(ben))).toBe(
    false,
  )
  expect(s.effects(id)).toBe(0)
  expect(await s.item(id)).toMatchObject({ state: 'held', hold: 'auth' })
  expect(s.requests(behind)).toBe(0)
  await login(s.world, ann)
  await s.round(s.other)
  expect([s.effects(id), s.effects(behind)]).toEqual([1, 1])
  await s.end()
})

test('A two-day failure for everyone quarantines no write, and all are sent later [S42 I5]', async () => {
  const s = await stage()
  const ids = [await s.wish(heart('c1', 'yes')), await s.wish(newAd('n')), await s.wish(enquiry('Hello'))]
  for (let hour = 0; hour < 48; hour += 2) {
    await s.round(s.tab, Array(8).fill('failure'))
    s.world.now += day / 12
  }
  for (const id of ids) expect((await s.item(id))?.state).toBe('wait')
  await s.end()
  expect(ids.map(s.effects)).toEqual([1, 1, 1])
})

test('After keys are purged, ids and versions still prevent duplicates [S49 I2]', async () => {
  const s = await stage()
  const edit = await s.wish(await change(s, 'anns', { title: 'A' }))
  const ids = [
    edit,
    await s.wish(heart('c1', 'yes')),
    await s.wish(newAd('n')),
    await s.wish(enquiry('Hello')),
  ]
  for (let i = 0; i < 3; i++) {
    await s.round(s.tab, Array(4).fill('answerLost'))
    s.world.now += day
    s.world.server.purgeKeys()
    s.world.diary.purged = true
  }
  s.world.server.elsewhere('car:n', { title: 'theirs' })
  await s.round()
  expect(ids.map(s.effects)).toEqual([1, 1, 1, 1])
  // A response contains the result of its own effect, without later changes by other devices (S49).
  expect((await s.item(ids[2] ?? ''))?.result?.version).toBe(1)
  await s.end()
})

test('A server killed while it writes has done all of it or nothing [S52 I2]', async () => {
  const s = await stage()
  const ids = [await s.wish(newAd('n')), await s.wish(enquiry('Hello')), await s.wish(heart('c1', 'yes'))]
  await s.round(s.tab, ['serverDies', 'serverDies', 'serverDies'])
  expect(s.world.server.effects).toEqual([])
  await s.end()
  expect(ids.map(s.effects)).toEqual([1, 1, 1])
})

test('The server refuses a cancelled write for ever, even when a late copy arrives [I8]', async () => {
  const s = await stage()
  const id = await s.wish(enquiry('Hello'))
  await s.round(s.tab, ['later'])
  expect(await withdraw(s.world, own, id)).toBe('cancelling')
  s.world.now += day
  await s.round()
  expect(await s.item(id)).toBeUndefined()
  s.world.server.purgeKeys()
  s.world.arrive(0)
  expect(s.effects(id)).toBe(0)
  await s.end()
})

test('A cache refreshed from another device does not count as seen by the person [I9]', async () => {
  const s = await stage()
  const first = await s.wish(await change(s, 'anns', { title: 'one' }))
  await s.round(s.tab, ['answerLost'])
  const second = await s.wish(await change(s, 'anns', { title: 'two' }))
  s.world.server.elsewhere('car:anns', { title: 'theirs' })
  await refresh(s.world)
  s.world.now += day
  await s.round()
  expect((await s.item(first))?.state).toBe('done')
  expect((await s.item(second))?.state).toBe('conflict')
  await retry(s.world.store(own), second, s.world.now)
  expect((await s.item(second))?.state).toBe('conflict')
  await s.end()
})
