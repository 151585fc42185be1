import { describe, expect, test } from 'vitest'
import { cardOf, cardTables, putCards } from '../../../src/local/cache/cars.ts'
import { buckets } from '../../../src/local/cache/budget.ts'
import { pinsFullFor } from '../../../src/local/saved-cars/job.ts'
import { undoFor } from '../../../src/local/saved-cars/plan.ts'
import { putPin } from '../../../src/local/saved-cars/rows.ts'
import { carOf, kept, Killed, pinPhone, picture, type PinPhone } from './pins-phone.ts'
import { turns } from '../../support/turns.ts'

const five = (car: string) => [0, 1, 2, 3, 4].map((n) => kept(car, n))
const done = { how: 'done', again: undefined }

describe('A favourite', () => {
  test('is cached with all text and its first five pictures near 800 px [R-PWA-33]', async () => {
    const phone = pinPhone()
    await phone.hearts('a', 'b')
    expect(await phone.view()).toBe('0 of 2 | a,b')
    expect(await phone.run()).toEqual(done)
    expect(await phone.view()).toBe('2 of 2')
    expect(await phone.details()).toEqual(['a', 'b'])
    expect(phone.lying()).toEqual([...five('a'), ...five('b')])
    expect(phone.caches.all()).toMatchObject({
      'pins-first-u_x': [kept('a', 0), kept('b', 0)],
      'pins-more-u_x': [...five('a').slice(1), ...five('b').slice(1)],
    })
  })
  test('is worded before any has a second picture, and has a face before that [R-PWA-33]', async () => {
    const phone = pinPhone()
    await phone.hearts('a', 'b')
    await phone.run()
    expect(phone.asked.slice(0, 5)).toEqual(['a', 'b', kept('a', 0), kept('b', 0), kept('a', 1)])
  })
  test('fetches nothing twice, and reuses pictures that were already seen', async () => {
    const phone = pinPhone()
    await phone.hearts('a')
    phone.caches.lay('pictures', kept('a', 0), 55)
    await phone.run()
    expect(phone.asked).toEqual(['a', ...five('a').slice(1)])
    expect(phone.caches.all()['pictures']).toEqual([])
    await phone.run()
    expect(phone.asked).toHaveLength(5)
  })
  test('never grows old, and is weighed, as the worker reads it', async () => {
    const phone = pinPhone()
    await phone.hearts('a')
    await phone.run()
    const reply = await (await phone.caches.box.open('pins-first-u_x')).match(kept('a', 0))
    expect([
      Number(reply?.headers.get('x-kept-at')) > Date.now(),
      reply?.headers.get('x-kept-bytes'),
    ]).toEqual([true, '100'])
  })
  test('with a newer version is refetched, and its removed pictures are deleted', async () => {
    const phone = pinPhone()
    await phone.hearts('a')
    await phone.run()
    const next = carOf('a', 2, { version: 2, price: 5 })
    phone.cars.set('a', { ...next, pictures: [{ url: picture('new', 1), blur: '', alt: '' }] })
    await phone.run()
    expect(phone.asked.filter((what) => what === 'a')).toHaveLength(1)
    await phone.shared.transaction('write', cardTables, (tx) => putCards(tx, [cardOf(next)], 1, 1))
    await phone.run()
    await phone.run()
    expect(phone.asked.filter((what) => what === 'a')).toHaveLength(2)
    expect(phone.lying()).toEqual([kept('new', 1)])
    expect(await phone.view()).toBe('1 of 1')
  })
  test('that the server no longer has stays unchanged; a lost picture is requested once', async () => {
    const phone = pinPhone()
    await phone.hearts('a', 'gone')
    phone.cars.delete('gone')
    phone.o.lost.add(kept('a', 1))
    await phone.run()
    expect(await phone.view()).toBe('1 of 1')
    const before = phone.asked.length
    await phone.run()
    expect(phone.asked.slice(before)).toEqual(['gone'])
  })
  test('has only pictures of our own house', async () => {
    const phone = pinPhone()
    phone.cars.set(
      'a',
      carOf('a', 0, { pictures: [{ url: 'https://else.test/media/1.jpg', blur: '', alt: '' }] }),
    )
    await phone.hearts('a')
    await phone.run()
    expect([phone.asked, await phone.view()]).toEqual([['a'], '1 of 1'])
  })
})

describe('The list of what to keep', () => {
  test('completes after a kill at any moment, repeating one picture at most [S16 R-PWA-33]', async () => {
    const whole = pinPhone()
    await whole.hearts('a', 'b')
    await whole.run()
    let moments = 0
    for (let at = 1; ; at++) {
      const phone = pinPhone()
      await phone.hearts('a', 'b')
      let left = at
      phone.o.tick = () => {
        if (--left <= 0) throw new Killed()
      }
      const cut = await phone.run().then(
        () => false,
        (reason: unknown) => reason instanceof Killed,
      )
      // A fetch that dies with its page counts as a fetch without a response.
      phone.o.tick = () => undefined
      if (left > 0) break
      moments += cut ? 1 : 0
      await phone.run()
      expect([at, await phone.view(), phone.lying()]).toEqual([at, '2 of 2', whole.lying()])
      expect(phone.asked.length).toBeLessThanOrEqual(whole.asked.length + 1)
    }
    expect(moments).toBeGreaterThan(50)
  })
  test('trusts the disk and refetches what the browser evicted, claiming nothing meanwhile [S16 I15]', async () => {
    const phone = pinPhone()
    await phone.hearts('a', 'b')
    await phone.run()
    phone.caches.drop('pins-first-u_x', kept('a', 0))
    await phone.shared.transaction('write', ['details'], (tx) => tx.delete('details', 'b'))
    phone.o.signal = false
    expect(await phone.run()).toMatchObject({ how: 'silent' })
    expect(await phone.view()).toBe('0 of 2 | a,b')
    phone.o.signal = true
    const before = phone.asked.length
    await phone.run()
    expect([await phone.view(), phone.asked.slice(before)]).toEqual(['2 of 2', ['b', kept('a', 0)]])
  })
  test('stops at a silent network and goes on where it was', async () => {
    const phone = pinPhone()
    await phone.hearts('a')
    let left = 3
    phone.o.tick = (what) => {
      if (what.startsWith('fetch') && --left === 0) phone.o.signal = false
    }
    expect(await phone.run({ cut: () => false })).toMatchObject({ how: 'silent' })
    expect(await phone.view()).toBe('0 of 1')
    phone.o.tick = () => undefined
    phone.o.signal = true
    await phone.run()
    expect([await phone.view(), phone.asked.length]).toEqual(['1 of 1', 7])
  })
})

describe('A heart that is taken away', () => {
  test('keeps its car until undo expires, and then deletes all of it', async () => {
    const phone = pinPhone()
    await phone.hearts('a', 'b')
    await phone.run()
    await phone.hearts('b')
    expect(await phone.run()).toEqual({ how: 'done', again: undoFor })
    expect(phone.lying()).toHaveLength(10)
    await phone.hearts('a', 'b')
    await phone.run()
    await phone.hearts('b')
    phone.o.now += undoFor
    expect(await phone.run()).toEqual({ how: 'done', again: undoFor })
    phone.o.now += undoFor
    expect(await phone.run()).toEqual(done)
    expect([phone.lying(), (await phone.pins()).map((pin) => pin.carId)]).toEqual([five('b'), ['b']])
    expect(phone.asked).toHaveLength(12)
  })
  test('while the car is being fetched ends that', async () => {
    const phone = pinPhone()
    await phone.hearts('a', 'b')
    const work: Promise<void>[] = []
    phone.o.tick = (what) => {
      if (what === `got ${kept('a', 0)}`) work.push(phone.hearts('b'))
    }
    await phone.run()
    await Promise.all(work)
    phone.o.tick = () => undefined
    expect(phone.asked).not.toContain(kept('a', 2))
    phone.o.now += undoFor
    await phone.run()
    expect(phone.lying()).toEqual(five('b'))
  })
})

test('Somebody who left while a picture came has nothing more written for them [I20]', async () => {
  const phone = pinPhone()
  await phone.hearts('a')
  phone.o.tick = (what) => {
    if (what === 'after a picture') phone.o.here = false
  }
  expect(await phone.run()).toMatchObject({ how: 'left' })
  expect([phone.lying(), (await phone.pins()).map((pin) => pin.have)]).toEqual([[], [{}]])
})

test('What a person wrote is sent before anything is fetched for later', async () => {
  const phone = pinPhone()
  await phone.hearts('a')
  let sent: () => void = () => undefined
  const sending = new Promise<void>((resolve) => (sent = resolve))
  const job = phone.run({ quiet: () => sending })
  await turns()
  expect(phone.asked).toEqual([])
  sent()
  await job
  expect(phone.asked.length).toBeGreaterThan(0)
})

describe('Bytes are asked for as the person can pay for them', () => {
  const networks = [
    ['with Save-Data: words and one picture', { saveData: true, type: 'wifi' }, '1 of 1 | lean', 1],
    ['on a phone network: the same, the rest waits for Wi-Fi', { type: 'cellular' }, '1 of 1 | wifi', 1],
    ['on a very slow one: words', { effectiveType: '2g' }, '0 of 1 | a | wifi', 0],
    ['on Wi-Fi: everything', { type: 'wifi', effectiveType: '4g' }, '1 of 1', 5],
    ['where the browser tells nothing: everything', {}, '1 of 1', 5],
  ] as const
  test.each(networks)('%s', async (_, network, view, pictures) => {
    const phone = pinPhone()
    await phone.hearts('a')
    phone.o.network = network
    expect(await phone.run()).toEqual(done)
    expect([await phone.view(), phone.lying()]).toEqual([view, five('a').slice(0, pictures)])
    phone.o.network = { type: 'wifi' }
    await phone.run()
    expect([await phone.view(), phone.lying()]).toEqual(['1 of 1', five('a')])
  })
  test('and Save-Data throws nothing away that was paid for', async () => {
    const phone = pinPhone()
    await phone.hearts('a')
    await phone.run()
    phone.o.network = { saveData: true }
    await phone.run()
    expect(phone.lying()).toEqual(five('a'))
  })
})

describe('On a phone without room', () => {
  async function refused(phone: PinPhone) {
    phone.caches.o.refuses = (_, key) => key === kept('a', 2)
    await phone.run()
  }
  test('text is cached, pictures pause for a day, and the person is told [S15]', async () => {
    const phone = pinPhone()
    await phone.hearts('a', 'b')
    phone.caches.o.refuses = (_, key) => key === kept('a', 0)
    await phone.run()
    expect(await phone.view()).toBe('0 of 2 | a,b | full')
    expect(await phone.details()).toEqual(['a', 'b'])
    const before = phone.asked.length
    phone.caches.o.refuses = () => false
    await phone.run()
    expect(phone.asked).toHaveLength(before)
    phone.o.now += pinsFullFor
    await phone.run()
    expect(await phone.view()).toBe('2 of 2')
  })
  test('in the middle of a car, that car opens with the pictures it has [S15]', async () => {
    const phone = pinPhone()
    await phone.hearts('a')
    await refused(phone)
    expect([await phone.view(), phone.lying()]).toEqual(['1 of 1 | full', five('a').slice(0, 2)])
  })
  test('not even for the list, the job ends and nothing fails [S15]', async () => {
    const phone = pinPhone()
    await phone.hearts('a')
    await phone.run()
    await phone.hearts()
    const real = phone.own
    const none = () => Promise.reject(new DOMException('full', 'QuotaExceededError'))
    const own: typeof real = {
      ...real,
      transaction: (mode, ...rest) => (mode === 'write' ? none() : real.transaction(mode, ...rest)),
    }
    expect(await phone.run({ own })).toMatchObject({ how: 'done' })
  })
  test('pictures stop at their bucket’s cap while text goes on', async () => {
    const phone = pinPhone()
    await phone.hearts('big', 'a')
    phone.cars.set('big', carOf('big', 1))
    await phone.run()
    await phone.own.transaction('write', ['kept'], (tx) =>
      putPin(
        tx,
        {
          carId: 'big',
          version: 1,
          paths: five('big').slice(0, 1),
          have: { [kept('big', 0)]: buckets.favourites.hard },
        },
        1,
      ),
    )
    await phone.hearts('big', 'a', 'b')
    // The picture in the cache has the size that the index states.
    phone.caches.lay('pins-first-u_x', kept('big', 0), 10)
    const huge = phone.caches.box
    const list = await huge.open('pins-first-u_x')
    const large = new Response('x', { headers: { 'x-kept-bytes': String(buckets.favourites.hard) } })
    await list.put(kept('big', 0), large)
    await phone.run()
    expect(await phone.view()).toBe('2 of 3 | b | cap')
    expect(await phone.details()).toContain('b')
  })
})
