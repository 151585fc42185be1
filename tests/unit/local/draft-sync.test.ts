import { describe, expect, test, vi } from 'vitest'
import { draftRoutes } from '#contract/sync/drafts.ts'
import type { AuthedRequest } from '../../../src/local/transport/http-client.ts'
import { draftServer } from './draft-server.ts'
import { soon } from './page.ts'
import { imageOf, newStore, seller } from './seller-phone.ts'

const id = 'draft-0001'
const titleOf = (draft: { fields: Record<string, { v: string }> } | undefined) => draft?.fields['title']?.v

describe('The server’s copy of a draft', () => {
  test('brings it to a phone that has lost everything [S16 I15]', async () => {
    const there = draftServer()
    const lost = seller({ ask: there.ask })
    await lost.selling.change(id, { fields: { title: 'BMW X5' }, step: 'place' })
    await lost.selling.change(id, { order: [imageOf('a')] })
    await lost.selling.sync()
    const found = seller({ ask: there.ask, own: newStore() })
    await found.selling.sync()
    const [draft] = await found.selling.list()
    expect([draft?.id, titleOf(draft), draft?.step.v]).toEqual([id, 'BMW X5', 'place'])
    // This phone does not have the bytes; it knows their name.
    expect(draft?.pictures).toEqual([{ imageId: imageOf('a'), id: undefined }])
  })

  test('is joined field by field with what another phone wrote', async () => {
    const there = draftServer()
    const one = seller({ ask: there.ask })
    const two = seller({ ask: there.ask, own: newStore() })
    await one.selling.change(id, { fields: { title: 'One', price: '1' } })
    await one.selling.sync()
    await two.selling.sync()
    two.phone.now += 10
    await two.selling.change(id, { fields: { price: '2' } })
    one.phone.now += 5
    await one.selling.change(id, { fields: { title: 'One and only', price: '3' } })
    await two.selling.sync()
    await one.selling.sync()
    await two.selling.sync()
    for (const { selling } of [one, two]) {
      const draft = await selling.read(id)
      expect([titleOf(draft), draft?.fields['price']?.v]).toEqual(['One and only', '2'])
    }
  })

  test('is told nothing twice, and everything that a silence kept from it', async () => {
    const there = draftServer()
    const on = seller({ ask: there.ask })
    there.state.silent = true
    await on.selling.change(id, { fields: { title: 'BMW X5' } })
    await on.selling.sync()
    expect(there.drafts.size).toBe(0)
    there.state.silent = false
    await on.selling.sync()
    await on.selling.sync()
    expect(there.state.calls).toEqual([`put ${id}`])
  })

  test('is deleted with the draft, even after an outage, and restored with it', async () => {
    const there = draftServer()
    const on = seller({ ask: there.ask })
    await on.selling.change(id, { fields: { title: 'BMW X5' } })
    await on.selling.sync()
    there.state.silent = true
    const back = await on.selling.discard(id)
    await on.selling.sync()
    there.state.silent = false
    await on.selling.sync()
    expect(there.drafts.size).toBe(0)
    expect(await on.selling.list()).toEqual([])
    await back()
    await on.selling.sync()
    expect([titleOf(await on.selling.read(id)), there.drafts.size]).toEqual(['BMW X5', 1])
  })

  test('is over when the ad has arrived, on every phone of that person', async () => {
    const there = draftServer()
    const one = seller({ ask: there.ask })
    const two = seller({ ask: there.ask, own: newStore() })
    await one.selling.change(id, { fields: { title: 'BMW X5' } })
    await one.selling.sync()
    await two.selling.sync()
    expect(await two.selling.list()).toHaveLength(1)
    await one.selling.publish(id, { title: 'BMW X5' })
    await one.changeItem('item-1', { state: 'done' })
    await one.own.transaction('write', ['entities'], (tx) =>
      tx.put('entities', { k: `car:${id}`, version: 1, fields: {}, asOf: 1 }),
    )
    await one.selling.list()
    await one.selling.sync()
    expect(there.gone.get(id)?.why).toBe('published')
    await two.selling.sync()
    expect(await two.selling.list()).toEqual([])
  })

  test('is checked again if requested during a check or when the app reappears', async () => {
    const there = draftServer()
    let looks = 0
    const ask: AuthedRequest = async (route, o) => {
      if (Object.is(route, draftRoutes.getDrafts)) looks += 1
      return there.ask(route, o)
    }
    const on = seller({ ask })
    await on.selling.sync()
    const before = looks
    await Promise.all([on.selling.sync(), on.selling.sync()])
    expect(looks).toBe(before + 2)
    on.show()
    await vi.waitFor(() => expect(looks).toBe(before + 3), soon)
  })

  test('is updated later by itself after a server failure, with increasing delays', async () => {
    const there = draftServer()
    const on = seller({ ask: there.ask })
    await on.selling.sync()
    there.state.silent = true
    await on.selling.change(id, { fields: { title: 'BMW X5' } })
    const late = () => on.due().filter((ms) => ms >= 30_000)
    await on.selling.sync()
    expect(late()).toEqual([30_000])
    await on.selling.sync()
    expect(late()).toEqual([60_000])
    there.state.silent = false
    on.wait()
    await vi.waitFor(() => expect(there.drafts.size).toBe(1), soon)
    await on.selling.sync()
    expect(on.due()).toEqual([])
  })

  test('that turns out newer while this one is told is fetched at once', async () => {
    const there = draftServer()
    const two = seller({ ask: there.ask, own: newStore() })
    await two.selling.sync()
    await two.selling.change(id, { fields: { price: '2' } })
    let between: (() => Promise<void>) | undefined = () => two.selling.sync()
    const ask: AuthedRequest = async (route, o) => {
      if (Object.is(route, draftRoutes.putDraft)) {
        const work = between
        between = undefined
        await work?.()
      }
      return there.ask(route, o)
    }
    const one = seller({ ask })
    await one.selling.sync()
    await one.selling.change(id, { fields: { title: 'One' } })
    await one.selling.sync()
    const draft = await one.selling.read(id)
    expect([titleOf(draft), draft?.fields['price']?.v]).toEqual(['One', '2'])
  })

  test('is stamped with server time, whatever the phone’s clock says', async () => {
    const on = seller()
    on.phone.ahead = -1_000_000
    await on.selling.change(id, { fields: { title: 'BMW X5' } })
    const draft = await on.selling.read(id)
    expect(draft?.fields['title']?.at).toBe(on.phone.now - 1_000_000)
  })

  test('that ended under a wrong clock does not delete a draft begun later [I1]', async () => {
    const there = draftServer()
    const on = seller({ ask: there.ask })
    there.state.silent = true
    // This phone has no sign that its clock is years ahead.
    on.phone.now += 157_000_000_000
    await on.selling.change(id, { fields: { title: 'Before' } })
    await on.selling.discard(id)
    on.phone.now -= 157_000_000_000
    await on.selling.change(id, { fields: { price: '1' } })
    there.state.silent = false
    await on.selling.sync()
    await on.selling.sync()
    const draft = await on.selling.read(id)
    expect([titleOf(draft), draft?.fields['price']?.v]).toEqual([undefined, '1'])
    expect(Object.keys(there.drafts.get(id)?.copy.fields ?? {})).toEqual(['price'])
  })

  test('is neither sent nor ended under another person’s login [I7]', async () => {
    const there = draftServer()
    const on = seller({ ask: there.ask })
    await on.selling.change(id, { fields: { title: 'Mine' } })
    await on.selling.change('draft-0002', { fields: { title: 'Gone' } })
    await on.selling.sync()
    await on.selling.change(id, { fields: { title: 'Mine again' } })
    await on.selling.discard('draft-0002')
    there.state.calls = []
    on.phone.bearer = 'other'
    await on.selling.sync()
    expect(there.state.calls).toEqual([])
    on.phone.bearer = undefined
    await on.selling.sync()
    expect(there.state.calls).toEqual(['delete draft-0002', `put ${id}`])
  })

  test('is asked for in nobody else’s name: a guest’s drafts stay on the phone [I7]', async () => {
    const there = draftServer()
    const on = seller({ ask: there.ask, user: undefined })
    await on.selling.change(id, { fields: { title: 'Mine' } })
    await on.selling.sync()
    expect([there.state.calls, there.drafts.size]).toEqual([[], 0])
  })
})
