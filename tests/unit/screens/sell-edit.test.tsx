import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { navigate } from 'wouter/use-browser-location'
import type { Payloads } from '#contract/commands.ts'
import { fakePhotos, photoFile } from '../../support/fake-photos.ts'
import { ownCar, world } from '../../support/profile.tsx'
import { openForm, pick, tiles, type } from '../../support/sell-form.tsx'
import { nothing, refused, type Stage } from '../../support/stage.tsx'

beforeEach(() => {
  fakePhotos()
  window.happyDOM?.setViewport({ width: 1280 })
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  window.happyDOM?.setViewport({ width: 1024 })
})

const address = '/post/ad/car-1'
const named = (letter: string) => `img_${letter.repeat(32)}`
const urlOf = (letter: string) => `/media/${named(letter)}/1280.webp`
const input = (label: string) => screen.getByLabelText<HTMLInputElement>(label)
const adDraftsOf = async (on: Pick<Stage, 'local'>) => (await on.local.load()).adDrafts()
const button = (name: string) => screen.findByRole('button', { name })
const update = async () => userEvent.click(await button('Update My Ad'))
const editIn = (on: Pick<Stage, 'local'>) =>
  on.local.views.get().outbox.find(({ kind }) => kind === 'ad.edit')

/** Returns a world with one own ad with a picture; the server refuses its next change for these reasons. */
function refusing(reasons: Record<string, string>) {
  const w = world({ cars: [ownCar(1)] })
  w.cars = w.cars.map((car) => ({ ...car, fields: { ...car.fields, images: [urlOf('a')] } }))
  const answers = { refuse: true }
  w.instead = ({ path }) => {
    if (path === 'uploads') return { body: { success: true, msg: '', data: { offset: 0, complete: true } } }
    return path === 'cars/update-car-details' && answers.refuse
      ? refused(422, 'validation_failed', 'Please check the marked fields.', reasons)
      : 'usual'
  }
  return { w, answers }
}
async function sendRefused(w: ReturnType<typeof world>, work: (on: Stage) => Promise<unknown>) {
  const on = openForm(address, { world: w })
  await button('Update My Ad')
  await work(on)
  await update()
  await waitFor(() => expect(editIn(on)?.state).toBe('rejected'))
  on.unmount()
  return on
}

describe('Changes of an ad', () => {
  test('leave their draft in the very write that sends them [I1 I2]', async () => {
    const on = openForm(address, { world: world({ cars: [ownCar(1)] }) })
    await button('Update My Ad')
    const selling = await adDraftsOf(on)
    on.serve(nothing)
    await userEvent.clear(input('Price'))
    await type('Price', '399000')
    await waitFor(async () => expect(await selling.list()).toHaveLength(1))
    // A tab killed at the moment of the save leaves this state.
    const left: Promise<number>[] = []
    on.local.views.subscribe(() => {
      const { outbox, drafts } = on.local.views.get()
      if (left.length === 0 && outbox.length > 0) left.push(Promise.resolve(drafts ?? 0))
    })
    await update()
    await screen.findByText('My Ads')
    expect(await Promise.all(left)).toEqual([0])
    expect(await selling.list()).toEqual([])
  })

  test('that were refused can be taken back field by field [S19 I5]', async () => {
    const { w, answers } = refusing({ engine: 'Please enter an engine' })
    const on = await sendRefused(w, async () => {
      await userEvent.clear(input('Engine'))
      await type('Engine', 'Wrong')
    })
    const { engine } = ownCar(1).fields
    answers.refuse = false
    openForm(address, { on })
    expect(await screen.findByText('Please enter an engine')).toBeTruthy()
    expect(input('Engine').value).toBe('Wrong')
    await userEvent.clear(input('Engine'))
    await type('Engine', engine)
    await update()
    await screen.findByText('My Ads')
    const { patch } = (editIn(on)?.payload ?? { patch: {} }) as Payloads['ad.edit']
    expect(patch).toEqual({ engine })
  })

  test('that were refused show their pictures again, and which of them is at fault [S19 R-POST-06]', async () => {
    const reasons: Record<string, string> = {}
    const { w } = refusing(reasons)
    const on = await sendRefused(w, async (phone) => {
      await pick(photoFile('front.jpg'))
      await waitFor(() => expect(tiles()).toHaveLength(2))
      const [draft] = await (await adDraftsOf(phone)).list()
      reasons[draft?.pictures[0]?.imageId ?? ''] = 'This picture is damaged.'
    })
    openForm(address, { on })
    expect(await screen.findByText('Picture 2: This picture is damaged.')).toBeTruthy()
    expect(tiles()).toHaveLength(2)
  })

  test('have the photos that were being saved when their form was left [I11 R-POST-06]', async () => {
    const w = world({ cars: [ownCar(1)] })
    w.cars = w.cars.map((car) => ({ ...car, fields: { ...car.fields, images: [urlOf('a')] } }))
    const on = openForm(address, { world: w })
    await waitFor(() => expect(tiles()).toHaveLength(1))
    const selling = await adDraftsOf(on)
    await pick(photoFile('front.jpg'), photoFile('side.jpg'))
    act(() => navigate('/listings'))
    await waitFor(async () => expect((await selling.read('edit-car-1'))?.pictures).toHaveLength(2))
    on.unmount()
    openForm(address, { on })
    await waitFor(() => expect(tiles()).toHaveLength(3))
    await userEvent.click(await button('Picture 3 of 3'))
    await userEvent.click(await button('Delete picture'))
    await waitFor(() => expect(tiles()).toHaveLength(2))
    await update()
    await screen.findByText('My Ads')
    const { patch } = (editIn(on)?.payload ?? { patch: {} }) as Payloads['ad.edit']
    expect(patch['images']).toHaveLength(2)
  })

  test('that were taken back leave none of their photos to the next ones [R-POST-06]', async () => {
    const on = openForm(address, { world: world({ cars: [ownCar(1)] }) })
    await button('Update My Ad')
    const before = tiles().length
    on.serve(nothing)
    await pick(photoFile('front.jpg'))
    await waitFor(() => expect(tiles()).toHaveLength(before + 1))
    await update()
    await screen.findByText('My Ads')
    on.unmount()
    const engine = await on.local.load()
    await engine.remove(editIn(on)?.id ?? '')
    openForm(address, { on })
    await button('Update My Ad')
    await userEvent.clear(input('Price'))
    await type('Price', '399000')
    await waitFor(async () =>
      expect((await (await adDraftsOf(on)).read('edit-car-1'))?.fields['price']?.v).toBe('399000'),
    )
    expect(tiles()).toHaveLength(before)
  })

  test('of a dealer with many begin with one question about that ad [R-POST-06]', async () => {
    const w = world({ cars: Array.from({ length: 250 }, (_, n) => ownCar(n + 1)) })
    const on = openForm('/post/ad/car-250', { world: w })
    await button('Update My Ad')
    expect(input('Title').value).toBe(ownCar(250).fields.title)
    expect(on.asked.filter(({ path }) => path === 'users/my-car-list').map(({ body }) => body)).toEqual([
      { id: 'car-250', page: 1, limit: 1 },
    ])
  })
})
