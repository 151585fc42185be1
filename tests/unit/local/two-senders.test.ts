import { describe, expect, test } from 'vitest'
import { meta, numberOf, setNumber } from '../../../src/local/outbox/command.ts'
import { deadAfter } from '../../../src/local/outbox/command.ts'
import { graceAfter } from '../../../src/local/outbox/sending/turn.ts'
import type { SendResult } from '../../../src/local/outbox/sending/verdict.ts'
import type { Drain } from '../../../src/local/sync/drain.ts'
import { leaseFor, leaseLock, webLock, type SendLock } from '../../../src/local/sync/locks.ts'
import { fakeLocks } from './page.ts'
import { createPhone, enquiry, freeLock, lost, ok } from './phone.ts'

type Phone = ReturnType<typeof createPhone>

/** Returns a server that accepts each key once, however often and by whichever sender it is sent. */
function serverOf(phone: Phone) {
  const effects = new Map<string, unknown>()
  const wants: string[] = []
  let newest = 0
  phone.answer = ({ key, item }) => {
    const known = effects.has(key)
    effects.set(key, item.payload)
    // The order of this phone's writes decides the wanted state.
    if (!known && item.kind === 'fav.set' && item.seq > newest) {
      newest = item.seq
      wants.push((item.payload as { want: string }).want)
    }
    return ok({ data: { _id: key, is_favorite: wants.at(-1) ?? 'no' } })
  }
  return { effects, wants }
}
/** Returns a response that arrives when the test decides. */
function gate() {
  let open: (heard: SendResult) => void = () => undefined
  const answer = new Promise<SendResult>((resolve) => {
    open = resolve
  })
  return { answer, open }
}
async function until(check: () => boolean) {
  await expect.poll(check).toBe(true)
}
const enquiries = async (phone: Phone, count: number) => {
  for (let i = 0; i < count; i++) await phone.put('enquiry.send', enquiry(`car-${i}`))
}
const rowOf = (phone: Phone, k: string) =>
  phone.store.transaction('read', ['meta'], async (tx) => (await tx.get('meta', k))?.v)
const beat = (phone: Phone) => phone.store.transaction('read', ['meta'], (tx) => numberOf(tx, meta.beat))

describe('Two tabs that come online together', () => {
  const locks: [string, (phone: Phone) => [SendLock, SendLock]][] = [
    [
      'with Web Locks',
      () => {
        const shared = fakeLocks()
        return [webLock(shared), webLock(shared)]
      },
    ],
    [
      'without Web Locks',
      (phone) => [
        leaseLock(phone.store, 'one', () => phone.now),
        leaseLock(phone.store, 'two', () => phone.now),
      ],
    ],
  ]
  test.each(locks)('%s send one after the other, each thing once [S29 I2 R-PWA-28]', async (_, make) => {
    const phone = createPhone()
    const { effects } = serverOf(phone)
    const serve = phone.answer
    let under = 0
    let most = 0
    phone.answer = async (sent) => {
      most = Math.max(most, ++under)
      await new Promise((resolve) => setImmediate(resolve))
      under--
      return serve(sent)
    }
    await enquiries(phone, 6)
    const [one, two] = make(phone)
    const rounds = await Promise.all([phone.drain({ lock: one }), phone.drain({ lock: two })])
    expect(rounds.filter((round) => round.busy).length).toBe(1)
    expect([effects.size, phone.sent.length, most]).toEqual([6, 6, 1])
    expect((await phone.items()).every((item) => item.state === 'done')).toBe(true)
  })
  test('and no lock at all have each thing done once all the same [S29 I2 I17]', async () => {
    const phone = createPhone()
    const { effects, wants } = serverOf(phone)
    await enquiries(phone, 5)
    for (const want of ['yes', 'no', 'yes'] as const) {
      await phone.heart('car-1', want)
      await Promise.all([phone.drain({ lock: freeLock }), phone.drain({ lock: freeLock })])
    }
    // A fenced sender does nothing; a last round sends the remaining items.
    await phone.drain()
    const items = await phone.items()
    expect(items.every((item) => item.state === 'done')).toBe(true)
    const keys = new Set(phone.sent.map(({ key }) => key))
    expect([effects.size, keys.size]).toEqual([items.length, items.length])
    expect(wants.at(-1)).toBe('yes')
    expect(await phone.favourites()).toEqual(['car-1'])
  })
  test('keep sending where the browser refuses locks altogether [S29 I10]', async () => {
    const phone = createPhone()
    serverOf(phone)
    await enquiries(phone, 1)
    const lock = webLock({ request: () => Promise.reject(new DOMException('No', 'SecurityError')) })
    expect(await phone.drain({ lock })).toMatchObject({ busy: false, delivered: 1 })
  })
})

describe('A tab that was frozen while it held the lock', () => {
  const frozen = async (lock: SendLock, given: Partial<Drain> = {}) => {
    const phone = createPhone(given)
    const { answer, open } = gate()
    phone.answer = () => answer
    await phone.heart('car-1', 'yes', 'first')
    const zombie = phone.drain({ lock })
    await until(() => phone.sent.length === 1)
    return { phone, zombie, thaw: open }
  }
  test('starves nobody: after half a minute without a sign its lock is stolen [S30 I10]', async () => {
    const shared = fakeLocks()
    const [mine, lock] = [webLock(shared), webLock(shared)]
    const { phone, zombie, thaw } = await frozen(mine)
    serverOf(phone)
    phone.now += deadAfter - 1
    expect(await phone.drain({ lock })).toMatchObject({ busy: true, delivered: 0 })
    phone.now += 1
    expect(await phone.drain({ lock })).toMatchObject({ busy: true })
    phone.now += graceAfter
    expect(await phone.drain({ lock })).toMatchObject({ busy: false, delivered: 1 })
    expect((await phone.item('first')).state).toBe('done')
    thaw(ok())
    expect(await zombie).toMatchObject({ delivered: 0 })
  })
  test('is no zombie: its late answer changes nothing, and it sends nothing more [S31 I4 I17 R-PWA-28]', async () => {
    const shared = fakeLocks()
    const { phone, zombie, thaw } = await frozen(webLock(shared))
    const { wants } = serverOf(phone)
    await phone.put('enquiry.send', enquiry(), 'second')
    phone.now += deadAfter
    const lock = webLock(shared)
    await phone.drain({ lock })
    phone.now += graceAfter
    await phone.drain({ lock })
    await phone.heart('car-1', 'no', 'third')
    await phone.drain({ lock })
    const before = JSON.stringify([await phone.items(), await phone.favourites()])
    const sent = phone.sent.length
    // Now the first tab continues with an outdated refusal.
    thaw(lost())
    await zombie
    expect(JSON.stringify([await phone.items(), await phone.favourites()])).toBe(before)
    expect([phone.sent.length, wants]).toEqual([sent, ['yes', 'no']])
    expect(phone.sent.filter(({ item }) => item.id === 'first').map(({ key }) => key)).toEqual([
      'first.0',
      'first.0',
    ])
  })
  test('that fails with its database is not mistaken for one whose lock was stolen [S31]', async () => {
    const phone = createPhone()
    await enquiries(phone, 1)
    const broken = () => Promise.reject(new DOMException('The transaction was aborted', 'AbortError'))
    await expect(webLock(fakeLocks()).hold('x', false, broken)).rejects.toThrow('aborted')
    const lock = leaseLock(phone.store, 'one', () => phone.now)
    await expect(lock.hold('x', false, broken)).rejects.toThrow('aborted')
    expect(await rowOf(phone, meta.lease)).toBeUndefined()
  })
})

describe('A lease, where there are no Web Locks,', () => {
  const leaseOf = (phone: Phone, owner: string) => leaseLock(phone.store, owner, () => phone.now)
  /** Returns a tab that took the lease and leads, and then stops. */
  async function takenBy(phone: Phone, owner: string) {
    const { answer } = gate()
    phone.answer = () => answer
    await enquiries(phone, 1)
    void phone.drain({ lock: leaseOf(phone, owner) })
    await until(() => phone.sent.length === 1)
  }
  const free = (phone: Phone) => leaseOf(phone, 'two').hold('x', false, () => Promise.resolve('mine'))

  test('names its owner, the epoch and its end [S29]', async () => {
    const phone = createPhone()
    await takenBy(phone, 'one')
    expect(await rowOf(phone, meta.lease)).toEqual({ owner: 'one', epoch: 0, until: phone.now + leaseFor })
    expect(await free(phone)).toBeUndefined()
  })
  test('lives by the heartbeat of each item and ends without it [S29 S30 I10]', async () => {
    const phone = createPhone()
    await takenBy(phone, 'one')
    phone.now += leaseFor + 1
    // The last sign of life is younger than the limit.
    expect(await free(phone)).toBeUndefined()
    phone.now += deadAfter
    expect(await free(phone)).toEqual({ value: 'mine' })
    expect(await rowOf(phone, meta.lease)).toBeUndefined()
  })
  test.each([-40 * 365 * 86_400_000, -60_000, 40 * 365 * 86_400_000])(
    'is not made eternal by a clock that jumps by %i ms [S30 S35 I10 I19]',
    async (jump) => {
      const phone = createPhone()
      await takenBy(phone, 'one')
      phone.now += jump
      expect(await free(phone)).toEqual({ value: 'mine' })
    },
  )
  test('of one who was fenced off holds nobody up [S30 S31 I10]', async () => {
    const phone = createPhone()
    await takenBy(phone, 'one')
    await phone.store.transaction('write', ['meta'], (tx) => setNumber(tx, meta.epoch, 7))
    expect(await free(phone)).toEqual({ value: 'mine' })
  })
  test('lets two tabs send at most one item twice after a clock jump [S29 S31 I2 I17]', async () => {
    const phone = createPhone()
    const { effects } = serverOf(phone)
    const serve = phone.answer
    const { answer, open } = gate()
    let first = true
    phone.answer = (sent) => {
      if (!first) return serve(sent)
      first = false
      return answer
    }
    await enquiries(phone, 4)
    const one = phone.drain({ lock: leaseOf(phone, 'one') })
    await until(() => phone.sent.length === 1)
    phone.now -= 3_600_000
    expect(await phone.drain({ lock: leaseOf(phone, 'two') })).toMatchObject({ busy: false })
    const before = phone.sent.length
    open(ok())
    expect(await one).toMatchObject({ delivered: 0 })
    expect([phone.sent.length, effects.size]).toEqual([before, 4])
  })
  test('gives a sign of life for every item it sends [S30]', async () => {
    const phone = createPhone()
    await enquiries(phone, 3)
    const beats: number[] = []
    phone.answer = async () => {
      beats.push(await beat(phone))
      phone.now += 9000
      return ok()
    }
    const start = phone.now
    await phone.drain({ lock: leaseOf(phone, 'one') })
    expect(beats).toEqual([start, start + 9000, start + 18_000])
  })
})
