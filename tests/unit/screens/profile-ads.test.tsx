import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test, vi } from 'vitest'
import { AppError } from '#contract/errors.ts'
import { cell } from '../../../src/local/platform/cell.ts'
import { entryOf } from '../../support/pretend.tsx'
import { openProfile, ownCar, serverOf, show, world, type World } from '../../support/profile.tsx'
import { nothing, refused } from '../../support/stage.tsx'
import { adForm } from '../../support/writes.ts'

const two = () => world({ cars: [ownCar(1), ownCar(2)] })
const title = (n: number) => `2019 Honda CR-V number ${n}`
const status = (n: number) =>
  screen.findByRole<HTMLSelectElement>('combobox', { name: `Status of ${title(n)}` })
const writes = (asked: { path: string; method: string }[]) =>
  asked.filter((a) => /update-car|delete-car/.test(a.path)).map((a) => `${a.method} ${a.path}`)

/** Opens a person's own ads and waits until the phone has loaded them, so that their changes can be queued. */
async function openAds(w: World = two()) {
  const on = openProfile('?tab=my-ads', { world: w })
  await status(1)
  await waitFor(() => expect(on.local.views.get().entities.has('car:car-1')).toBe(true))
  return on
}
describe('One’s own ad', () => {
  test('offers Active, Sold and InActive, a way to edit and a way to delete [R-PROF-08 R-PROF-09 R-CONST-18]', async () => {
    await openAds()
    const select = await status(1)
    expect([...select.options].map((o) => [o.value, o.text])).toEqual([
      ['active', 'Active'],
      ['sold', 'Sold'],
      ['inactive', 'InActive'],
    ])
    expect(screen.getByRole('link', { name: `Edit ${title(1)}` }).getAttribute('href')).toBe('/post/ad/car-1')
    expect(screen.getByRole('button', { name: `Delete ${title(1)}` })).toBeTruthy()
  })

  test('hidden by the operator shows the reason and a contact, and keeps its status [R-ROLE-20]', async () => {
    const hidden = { reason: 'The pictures show another car', at: '2026-03-01T09:00:00.000Z' }
    await openAds(world({ cars: [{ ...ownCar(1), hidden }, ownCar(2)] }))
    expect(screen.getByText(/Hidden by/).parentElement?.textContent).toBe(
      'Hidden by Motorkin: The pictures show another car',
    )
    expect(screen.getByRole('link', { name: 'Ask us to look again' }).getAttribute('href')).toBe('/contact')
    expect([(await status(1)).disabled, (await status(2)).disabled]).toEqual([true, false])
  })

  test('changes its status with the seen version, and shows the server’s message [R-PROF-08 R-STATE-26 I9]', async () => {
    const on = await openAds()
    await userEvent.selectOptions(await status(1), 'sold')
    expect(await screen.findByText('Your ad has been updated')).toBeTruthy()
    expect((await status(1)).value).toBe('sold')
    expect((await status(2)).value).toBe('active')
    const sent = on.asked.find((a) => a.path === 'cars/update-car-details')
    expect(sent?.body).toEqual({ car_id: 'car-1', status: 'sold', base_version: 3 })
  })

  test('changes its status offline at once, is marked, and is sent when online [R-STATE-26 R-PWA-27]', async () => {
    const on = await openAds()
    on.serve(nothing)
    await userEvent.selectOptions(await status(1), 'inactive')
    expect((await status(1)).value).toBe('inactive')
    const [card] = screen.getAllByRole('article')
    expect(await within(card ?? document.body).findByText('Will be sent')).toBeTruthy()
    expect(await screen.findByText('Saved on this phone, will be sent')).toBeTruthy()
    expect(screen.queryByText('Your ad has been updated')).toBeNull()
    on.serve(serverOf(on.world))
    on.local.kick('manual')
    expect(await screen.findByText('Your ad has been updated')).toBeTruthy()
    expect(screen.queryByText('Will be sent')).toBeNull()
    expect((await status(1)).value).toBe('inactive')
  })

  test('that changed on another device asks for a decision and shows the server’s state [I9]', async () => {
    const w = two()
    const theirs = { ...ownCar(1).fields, status: 'sold' as const }
    const no = {
      status: 409,
      body: {
        success: false,
        code: 'version_conflict',
        msg: 'This was changed on another device.',
        current: { version: 9, fields: theirs },
      },
    }
    await openAds({ ...w, instead: (a) => (a.path === 'cars/update-car-details' ? no : 'usual') })
    await userEvent.selectOptions(await status(1), 'inactive')
    const link = await screen.findByRole('link', { name: 'Changed on another device: please decide' })
    expect(link.getAttribute('href')).toMatch(/^\/outbox\?decide=/)
    expect((await status(1)).value).not.toBe('inactive')
  })

  test('that is refused tells why in the alert titled Error [R-ERR-04 R-ERR-05]', async () => {
    const w = two()
    const no = refused(403, 'forbidden', 'This ad was hidden by us.')
    await openAds({ ...w, instead: (a) => (a.path === 'cars/update-car-details' ? no : 'usual') })
    await userEvent.selectOptions(await status(1), 'sold')
    const alert = await screen.findByRole('alertdialog', { name: 'Error' })
    expect(alert.textContent).toContain('This ad was hidden by us.')
    await userEvent.click(within(alert).getByRole('button', { name: 'OK' }))
    expect((await status(1)).value).toBe('active')
  })
})

describe('Deleting an ad', () => {
  const sure = () => userEvent.click(screen.getByRole('button', { name: 'Delete' }))
  const ask = (n: number) => userEvent.click(screen.getByRole('button', { name: `Delete ${title(n)}` }))

  test('is asked about first, and keeping it changes nothing [R-PROF-10]', async () => {
    const on = await openAds()
    await ask(1)
    const dialog = await screen.findByRole('alertdialog', { name: 'Delete this ad?' })
    expect(dialog.textContent).toContain(title(1))
    await userEvent.click(screen.getByRole('button', { name: 'Keep' }))
    expect(screen.getAllByRole('article')).toHaveLength(2)
    expect(writes(on.asked)).toEqual([])
  })

  test('takes it out of the list, and the server’s words are told [R-PROF-09 R-STATE-27]', async () => {
    const on = await openAds()
    await ask(1)
    await sure()
    expect(await screen.findByText('Your ad has been deleted')).toBeTruthy()
    await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(1))
    expect(screen.queryByText(title(1))).toBeNull()
    expect(await screen.findByText('1 ad')).toBeTruthy()
    expect(writes(on.asked)).toEqual(['DELETE cars/delete-car/car-1'])
  })

  test('shows as in progress before anything is written, with a focused undo button [R-PROF-10 I12]', async () => {
    const on = await openAds()
    await ask(1)
    await sure()
    expect(await screen.findByText('Being deleted …')).toBeTruthy()
    expect(on.local.views.get().outbox).toEqual([])
    const undo = screen.getByRole('button', { name: `Undo deleting ${title(1)}` })
    await waitFor(() => expect(document.activeElement).toBe(undo))
    await userEvent.click(undo)
    expect(await screen.findByText('It stays as it was.')).toBeTruthy()
    expect(screen.getAllByRole('article')).toHaveLength(2)
    expect(writes(on.asked)).toEqual([])
    // The button that had the focus is removed.
    await waitFor(() =>
      expect(document.activeElement).toBe(screen.getByRole('button', { name: `Delete ${title(1)}` })),
    )
  })

  test('confirmed by two taps is undone by one, and nothing is sent [R-PROF-10]', async () => {
    const on = await openAds()
    await ask(1)
    const yes = screen.getByRole('button', { name: 'Delete' })
    await userEvent.dblClick(yes)
    await userEvent.click(await screen.findByRole('button', { name: `Undo deleting ${title(1)}` }))
    expect(await screen.findByText('It stays as it was.')).toBeTruthy()
    await new Promise((over) => setTimeout(over, 3500))
    expect(on.local.views.get().outbox).toEqual([])
    expect(writes(on.asked)).toEqual([])
  })

  test('undone in the moment of its writing is taken back, and nothing is deleted [R-PROF-10 I12]', async () => {
    const on = await openAds()
    on.serve(nothing)
    const engine = await on.local.load()
    const put = engine.put.bind(engine)
    let go = () => {}
    const slow = new Promise<void>((resolve) => (go = resolve))
    const putting = vi.spyOn(engine, 'put').mockImplementation(async (...wish) => {
      await slow
      return put(...wish)
    })
    await ask(1)
    await sure()
    const undo = await screen.findByRole('button', { name: `Undo deleting ${title(1)}` })
    await waitFor(() => expect(putting).toHaveBeenCalled(), { timeout: 5000 })
    await userEvent.dblClick(undo)
    go()
    expect(await screen.findByText(/It stays as it was|We will take it back/)).toBeTruthy()
    await waitFor(() => expect(on.local.views.get().outbox.filter((e) => !e.cancelling)).toEqual([]))
    expect(screen.queryByText('It was already deleted.')).toBeNull()
    await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(2))
  })

  test('that could not be undone takes the focus from nowhere', async () => {
    const on = await openAds()
    on.serve(nothing)
    await ask(1)
    await sure()
    await screen.findByText('Will be deleted when this reaches the server', undefined, { timeout: 5000 })
    const engine = await on.local.load()
    vi.spyOn(engine, 'remove').mockRejectedValue(new AppError('network'))
    await userEvent.click(screen.getByRole('button', { name: `Undo deleting ${title(1)}` }))
    await screen.findByText('This phone did not answer. Please try again.')
    await userEvent.click(document.body)
    await act(() => engine.put('ad.delete', { adId: 'car-2', title: title(2) }))
    await screen.findByRole('button', { name: `Undo deleting ${title(2)}` })
    expect(document.activeElement).toBe(document.body)
  })

  test('offline removes it from the list, and an undo leaves nothing to send [R-STATE-27 R-PWA-27]', async () => {
    const on = await openAds()
    // The phone knows that it is offline, so no part of the write can be sent.
    on.serve(nothing)
    await userEvent.selectOptions(await status(2), 'sold')
    await screen.findByText('Saved on this phone, will be sent')
    await ask(1)
    await sure()
    await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(1))
    expect(await screen.findByText('Will be deleted when this reaches the server')).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: `Undo deleting ${title(1)}` }))
    await waitFor(() => expect(screen.queryByText('Will be deleted when this reaches the server')).toBeNull())
    expect(await screen.findByText(/It stays as it was|We will take it back/)).toBeTruthy()
    expect(screen.getAllByRole('article')).toHaveLength(2)
  })

  test('undone too late goes, and the list of the others stays [R-PROF-10]', async () => {
    const on = await openAds()
    on.serve(nothing)
    await ask(1)
    await sure()
    expect(
      await screen.findByText('Will be deleted when this reaches the server', {}, { timeout: 5000 }),
    ).toBeTruthy()
    const engine = await on.local.load()
    vi.spyOn(engine, 'remove').mockResolvedValue('unknown')
    await userEvent.click(screen.getByRole('button', { name: `Undo deleting ${title(1)}` }))
    await screen.findByText('It was already deleted.')
    on.serve(serverOf(on.world))
    on.local.kick('manual')
    await waitFor(() => expect(screen.queryByText(title(1))).toBeNull(), { timeout: 5000 })
    expect(screen.getAllByRole('article')).toHaveLength(1)
  })
})

test('Only a person with a business finds the link to import many ads', async () => {
  const on = openProfile('?tab=my-ads', { world: two() })
  expect((await screen.findByRole('link', { name: 'Import ads' })).getAttribute('href')).toBe('/import')
  on.unmount()
  const w = two()
  openProfile('?tab=my-ads', {
    world: { ...w, profile: { ...w.profile, fields: { ...w.profile.fields, businessname: '' } } },
  })
  await status(1)
  expect(screen.queryByRole('link', { name: 'Import ads' })).toBeNull()
})

test('With no ads the list says that there are no cars [R-ERR-15]', async () => {
  openProfile('?tab=my-ads')
  expect(await screen.findByText('No cars available')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Introduce your car' }).getAttribute('href')).toBe('/post/ad')
})

test('An ad written offline shows in the list, marked, before the server has it [R-PWA-27]', async () => {
  const on = await openAds()
  on.serve(nothing)
  const engine = await on.local.load()
  const ad = { ...adForm, title: 'My new BMW' }
  await engine.put('ad.create', { adId: 'ad-new-0001', title: ad.title, ad, imageIds: [] })
  const heading = await screen.findByRole('heading', { name: 'My new BMW' })
  expect(screen.getByText('3 ads')).toBeTruthy()
  expect(heading.parentElement?.textContent).toContain('Will be sent')
})

test('An ad deleted unsent is said to be so, and Undo restores it [R-PROF-10 S24 I12]', async () => {
  const on = await openAds()
  on.serve(nothing)
  const engine = await on.local.load()
  const selling = await engine.adDrafts()
  const back = vi.fn<() => Promise<void>>(() => Promise.resolve())
  const result = { ok: true, id: 'item-none', kept: true } as const
  const withdraw = vi.spyOn(selling, 'withdraw').mockResolvedValue({ result, back })
  const ad = { ...adForm, title: 'My new BMW' }
  await engine.put('ad.create', { adId: 'ad-new-0001', title: ad.title, ad, imageIds: [] })
  await userEvent.click(await screen.findByRole('button', { name: 'Delete My new BMW' }))
  await userEvent.click(screen.getByRole('button', { name: 'Delete' }))
  expect(await screen.findByText('Deleted. It was not sent.', {}, { timeout: 5000 })).toBeTruthy()
  expect(withdraw.mock.calls).toEqual([['ad-new-0001', 'My new BMW']])
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }))
  expect(back).toHaveBeenCalledTimes(1)
  withdraw.mockRestore()
})

test('Own ads read before are there without signal, with what waits on top [R-PWA-27]', async () => {
  const on = await openAds()
  on.serve(nothing)
  await userEvent.selectOptions(await status(1), 'sold')
  await waitFor(() => expect(on.local.views.get().outbox).toHaveLength(1))
  on.unmount()
  show(on)
  expect((await status(1)).value).toBe('sold')
  expect(await screen.findByText(/as of/)).toBeTruthy()
})

test('What the server took just before somebody came here is told, and only that [R-PROF-19 R-ERR-06]', async () => {
  const on = openProfile('?tab=my-ads', { world: two() })
  await status(1)
  on.unmount()
  const now = Date.now()
  const done = (id: string, doneAt: number, answer: string) =>
    entryOf({ id, kind: 'ad.edit', state: 'done', createdAt: doneAt, doneAt, answer })
  const views = cell({
    ...on.local.views.get(),
    outbox: [done('a', now - 1000, 'Your ad is published'), done('b', now - 60_000, 'Your ad is old news')],
  })
  show({ local: { ...on.local, views } })
  expect(await screen.findByText('Your ad is published')).toBeTruthy()
  expect(screen.queryByText('Your ad is old news')).toBeNull()
})

describe.each([
  ['A new ad', 'cars/add-car'],
  ['A changed ad', 'cars/update-car-details'],
] as const)('%s', (_, path) => {
  const send = async (answer: ReturnType<typeof refused>) => {
    const on = await openAds({ ...two(), instead: (asked) => (asked.path === path ? answer : 'usual') })
    const engine = await on.local.load()
    const { status: _status, images: _images, ...ad } = ownCar(1).fields
    if (path === 'cars/add-car')
      await engine.put('ad.create', { adId: 'ad-new-0001', title: 'My new BMW', ad, imageIds: [] })
    else
      await engine.put(
        'ad.edit',
        { adId: 'car-1', title: title(1), patch: { price: 1 } },
        {
          version: 1,
          snapshot: ownCar(1).fields,
        },
      )
  }

  test('that the server took is told in its words [R-STATE-30 R-POST-38]', async () => {
    const body = { success: true, msg: 'It is there.', data: { version: 2, fields: ownCar(1).fields } }
    await send({ status: 200, body })
    expect(await screen.findByText('It is there.')).toBeTruthy()
    expect(screen.queryByRole('alert')).toBeNull()
  })

  test('that the server refused is told with its reason in the alert titled Error [R-STATE-30 R-ERR-05]', async () => {
    await send(refused(422, 'validation_failed', 'Please check it.', { price: 'Enter valid price' }))
    const alert = await screen.findByRole('alertdialog', { name: 'Error' })
    expect(alert.textContent).toContain('Please check it. Enter valid price')
  })
})
