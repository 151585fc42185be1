import { describe, expect, test } from 'vitest'
import { draftServer } from './draft-server.ts'
import { imageOf, newStore, seller } from './selling-desk.ts'

const id = 'draft-0001'
const titleOf = (draft: { fields: Record<string, { v: string }> } | undefined) => draft?.fields['title']?.v

describe('The server’s copy of a draft', () => {
  test('brings it to a phone that has lost everything [S16 I15]', async () => {
    const there = draftServer()
    const lost = seller({ ask: there.ask })
    await lost.selling.change(id, { fields: { title: 'BMW X5' }, step: 'place' })
    await lost.selling.arrange(id, [imageOf('a')])
    await lost.selling.sync()
    const found = seller({ ask: there.ask, own: newStore() })
    await found.selling.sync()
    const [draft] = await found.selling.list()
    expect([draft?.id, titleOf(draft), draft?.step.v]).toEqual([id, 'BMW X5', 'place'])
    // Its bytes are not here; they are known by their name.
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

  test('goes when the draft is thrown away, also when that could not be told at once, and comes back with it', async () => {
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

  test('is asked for in nobody else’s name: a guest’s drafts stay on the phone [I7]', async () => {
    const there = draftServer()
    const on = seller({ ask: there.ask, user: undefined })
    await on.selling.change(id, { fields: { title: 'Mine' } })
    await on.selling.sync()
    expect([there.state.calls, there.drafts.size]).toEqual([[], 0])
  })
})
