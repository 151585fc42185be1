import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Payloads } from '#contract/commands.ts'
import type { OutboxEntry } from '#local/react'
import { fakePhotos, photoFile } from '../../support/fake-photos.ts'
import { ownCar, world } from '../../support/profile.tsx'
import { samplePerson, sampleToken } from '../../support/sample-people.ts'
import { heading, next, openForm, pick, tiles, type, withPhotos } from '../../support/sell-form.tsx'
import { nothing, refused } from '../../support/stage.tsx'

beforeEach(() => {
  fakePhotos()
  window.happyDOM?.setViewport({ width: 390 })
})
afterEach(() => {
  vi.unstubAllGlobals()
  window.happyDOM?.setViewport({ width: 1024 })
})

const options = (label: string) =>
  [...screen.getByLabelText<HTMLSelectElement>(label).options].map((o) => o.value).slice(1)
const choose = (label: string, value: string) => userEvent.selectOptions(screen.getByLabelText(label), value)

async function fillCar() {
  await heading('Which car is it?')
  await screen.findByRole('option', { name: 'Toyota' })
  await choose('Make', 'Toyota')
  await choose('Model', 'Fortuner')
  await choose('Year', String(new Date().getFullYear() - 3))
  await choose('Body type', 'SUV')
  await next()
}
async function fillCondition() {
  await heading('What is it like?')
  for (const [label, value] of [
    ['Condition', 'Used'],
    ['Fuel type', 'Diesel'],
    ['Transmission', 'Semi-Autometic'],
    ['Drive', '4WD'],
    ['Exterior colour', 'White'],
    ['Interior colour', 'Black'],
  ] as const)
    await choose(label, value)
  await type('Mileage', '68 000 km')
  await type('Engine', '2.8')
  await userEvent.click(screen.getByLabelText('Bluetooth'))
  await next()
}
async function fillPlace() {
  await heading('Price and place')
  await type('Price', '450000')
  await screen.findByRole('option', { name: 'Lagos' })
  await choose('Province', 'Lagos')
  await screen.findByRole('option', { name: 'Lekki' })
  await choose('City', 'Lekki')
  await type('Zip code or address', '1 Main Road')
  await type('Description', 'One owner.')
  await next()
}

describe('The photos of an ad', () => {
  test('are asked for first, and without one nothing goes on [R-POST-03 R-POST-05 R-VAL-46 R-VAL-48]', async () => {
    openForm('/post/ad')
    await heading('Start with the photos')
    await next()
    expect(await screen.findByText('Please upload atleast 1 image')).toBeTruthy()
    expect(screen.getByText('Please upload a featured image')).toBeTruthy()
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Start with the photos')
  })

  test('are at most ten jpeg, png or webp of up to 30 MB each [R-VAL-38 R-VAL-39 R-VAL-40 R-VAL-41 R-CONST-13]', async () => {
    openForm('/post/ad')
    await heading('Start with the photos')
    await pick(photoFile('notes.txt', { type: 'text/plain' }), photoFile('huge.jpg', { size: 30_000_001 }))
    expect(await screen.findByText('Only jpeg, jpg, png, webp')).toBeTruthy()
    expect(screen.getByText('Image must be 30MB or less')).toBeTruthy()
    await pick(...Array.from({ length: 12 }, (_, at) => photoFile(`photo ${at}`)))
    await waitFor(() => expect(tiles()).toHaveLength(10))
    expect(screen.getByText('At most 10 images')).toBeTruthy()
  })

  test('can be reordered by arrow keys and buttons, and the first is the cover [R-POST-40]', async () => {
    const on = openForm('/post/ad')
    await heading('Start with the photos')
    await withPhotos(3)
    const order = async () => {
      const id = new URLSearchParams(window.location.search).get('draft') ?? ''
      const draft = await (await (await on.local.load()).adDrafts()).read(id)
      return draft?.pictures.map(({ imageId }) => imageId)
    }
    const [a, b, c] = (await order()) ?? []
    screen.getByRole('button', { name: /^Move picture 3/ }).focus()
    await userEvent.keyboard('{ArrowLeft}')
    await waitFor(async () => expect(await order()).toEqual([a, c, b]))
    expect(await screen.findByText('Picture moved to place 2 of 3')).toBeTruthy()
    await userEvent.click(await screen.findByRole('button', { name: 'Picture 2 of 3' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Make cover' }))
    await waitFor(async () => expect(await order()).toEqual([c, a, b]))
    await userEvent.click(screen.getByRole('button', { name: 'Delete picture' }))
    await waitFor(async () => expect(await order()).toEqual([a, b]))
    await waitFor(() => expect(tiles()).toEqual(['Picture 1 of 2, the cover', 'Picture 2 of 2']))
  })

  test('that cannot be kept say why, and can be tried again or left out [R-STATE-34]', async () => {
    let broken = true
    const able = globalThis.createImageBitmap
    vi.stubGlobal('createImageBitmap', (file: Blob) =>
      broken ? Promise.reject(new Error('broken')) : able(file),
    )
    openForm('/post/ad')
    await heading('Start with the photos')
    await pick(photoFile('broken.jpg'))
    expect(await screen.findByText('This picture is damaged. Please choose another one.')).toBeTruthy()
    broken = false
    await userEvent.click(screen.getByRole('button', { name: 'Try broken.jpg again' }))
    await waitFor(() => expect(tiles()).toHaveLength(1))
  })
})

describe('The form of an ad', () => {
  test('takes its body types from the server, and an engine in free words [R-POST-34]', async () => {
    const named = ['Pickup', 'SUV'].map((name) => ({ _id: name, name }))
    const w = world({
      instead: ({ path }) =>
        path === 'common/get-all-car-types' ? { body: { success: true, msg: '', data: named } } : 'usual',
    })
    openForm('/post/ad', { world: w })
    await heading('Start with the photos')
    await withPhotos(1)
    await next()
    await screen.findByRole('option', { name: 'Toyota' })
    await waitFor(() => expect(options('Body type')).toEqual(['Pickup', 'SUV']))
    await fillCar()
    await heading('What is it like?')
    expect(screen.getByLabelText<HTMLInputElement>('Engine').type).toBe('text')
  })

  test('offers exactly what it may, model by make and city by province [R-POST-23 R-POST-24 R-POST-26 R-POST-27 R-POST-28 R-POST-29 R-POST-30 R-POST-31 R-POST-32 R-POST-04 R-POST-25]', async () => {
    openForm('/post/ad')
    await heading('Start with the photos')
    await withPhotos(1)
    await next()
    await screen.findByRole('option', { name: 'Toyota' })
    await choose('Make', 'Toyota')
    expect(options('Model')).toEqual(['Fortuner', 'Yaris'])
    await choose('Model', 'Yaris')
    await choose('Make', 'BMW')
    expect(screen.getByLabelText<HTMLSelectElement>('Model').value).toBe('')
    expect(options('Model')).toEqual(['X5'])
    const year = new Date().getFullYear()
    expect(options('Year')).toHaveLength(25)
    expect(options('Body type')).toEqual([
      'SUV',
      'Sedan',
      'Hatchback',
      'Pickup',
      'Coupe',
      'Convertible',
      'Wagon',
      'MPV',
      'Minibus',
    ])
    expect(screen.getByLabelText('Body type').tagName).toBe('SELECT')
    expect([options('Year')[0], options('Year').at(-1)]).toEqual([String(year), String(year - 24)])
    await fillCar()
    await heading('What is it like?')
    expect(options('Condition')).toEqual(['Used', 'New'])
    expect(screen.getByLabelText('Engine').getAttribute('type') ?? 'text').toBe('text')
    expect(options('Fuel type')).toEqual(['Diesel', 'Electric', 'Ethanol', 'Petrol'])
    expect(options('Transmission')).toEqual(['Automatic', 'Manual', 'Semi-Autometic'])
    expect(options('Drive')).toEqual(['4WD', 'AWD', 'FWD', 'RWD'])
    expect([options('Exterior colour').length, options('Interior colour').length]).toEqual([24, 21])
    expect(screen.getAllByRole('checkbox')).toHaveLength(35)
    for (const name of ['A/C: Front', 'Backup Camera', 'Bluetooth', 'Sunroof', 'Warranty'])
      expect(screen.getByRole('checkbox', { name })).toBeTruthy()
    await fillCondition()
    await heading('Price and place')
    await screen.findByRole('option', { name: 'Lagos' })
    await choose('Province', 'Lagos')
    await screen.findByRole('option', { name: 'Lekki' })
    await choose('City', 'Lekki')
    await choose('Province', 'Abuja')
    expect(screen.getByLabelText<HTMLSelectElement>('City').value).toBe('')
    expect(screen.getByLabelText('Description').getAttribute('rows')).toBe('5')
  })

  test('lets nobody past a step that lacks something, and leads to it [R-VAL-42 R-VAL-43 R-VAL-44 R-VAL-45]', async () => {
    openForm('/post/ad')
    await heading('Start with the photos')
    await withPhotos(1)
    await next()
    await heading('Which car is it?')
    await next()
    for (const words of [
      'Please select a make',
      'Please select a model',
      'Please select a year',
      'Please enter a title',
      'Please select a body type',
    ])
      expect(await screen.findByText(words)).toBeTruthy()
    expect(document.activeElement?.getAttribute('name')).toBe('make')
    await type('Title', 'A')
    await waitFor(() => expect(screen.queryByText('Please enter a title')).toBeNull())
    await userEvent.clear(screen.getByLabelText('Title'))
    expect(await screen.findByText('Please enter a title')).toBeTruthy()
    await fillCar()
    await heading('What is it like?')
    await next()
    expect(await screen.findByText('Please select atleast one car feature')).toBeTruthy()
  })

  test('warns while typing that text may hold no phone number or e-mail address [R-POST-21]', async () => {
    window.happyDOM?.setViewport({ width: 1280 })
    openForm('/post/ad')
    await screen.findByLabelText('Description')
    await type('Description', 'Call 082 123 4567')
    expect(await screen.findByText(/Please leave the phone number out of the description/)).toBeTruthy()
    await userEvent.clear(screen.getByLabelText('Description'))
    await type('Title', 'Mail ada@example.com')
    expect(await screen.findByText(/Please leave the e-mail address out of the title/)).toBeTruthy()
  })

  test('on a wide screen is one page and focuses the first missing field [R-POST-16 R-ERR-22 R-VAL-51 R-POST-17 R-POST-18 R-POST-19 R-POST-20 R-POST-21]', async () => {
    window.happyDOM?.setViewport({ width: 1280 })
    openForm('/post/ad')
    await userEvent.click(await screen.findByRole('button', { name: 'Publish My Ad' }))
    expect(await screen.findByText('Fill all the fields!')).toBeTruthy()
    expect(screen.getByText('Please select a province')).toBeTruthy()
    const rules = screen.getByRole('region', { name: 'Posting rules' })
    const told = within(rules)
      .getAllByRole('listitem')
      .map((rule) => rule.textContent)
    const documented = [
      /right category/,
      /within 48 hours/,
      /watermark/,
      /package deal/,
      /e-mail address or phone number/,
    ]
    expect(told).toEqual(documented.map((words) => expect.stringMatching(words)))
  })
})

describe('An ad', () => {
  test('written in five steps waits with its pictures, under the id of its draft [R-POST-02 R-POST-14 R-POST-35 R-POST-38 R-ENT-39 R-ENT-40 R-ENT-41 I2]', async () => {
    const on = openForm('/post/ad')
    await heading('Start with the photos')
    await withPhotos(2)
    const id = new URLSearchParams(window.location.search).get('draft')
    await next()
    await fillCar()
    await fillCondition()
    await fillPlace()
    await heading('Introduce your car')
    expect(screen.getByText('2 pictures')).toBeTruthy()
    on.serve(nothing)
    await userEvent.click(screen.getByRole('button', { name: 'Publish My Ad' }))
    await screen.findByText('My Ads')
    const [entry] = on.local.views.get().outbox
    expect(entry?.kind).toBe('ad.create')
    const payload = entry?.payload as Payloads['ad.create']
    expect(payload.adId).toBe(id)
    expect(payload.imageIds).toHaveLength(2)
    const year = new Date().getFullYear() - 3
    expect(payload.ad).toMatchObject({
      title: `${year} Toyota Fortuner`,
      condition: 'Used',
      make: 'Toyota',
      model: 'Fortuner',
      year,
      bodytype: 'SUV',
      mileage: '68 000 km',
      fueltype: 'Diesel',
      engine: '2.8',
      transmission: 'Semi-Autometic',
      drive: '4WD',
      exteriorcolor: 'White',
      interiorcolor: 'Black',
      carfeatures: ['Bluetooth'],
      description: 'One owner.',
      price: 450_000,
      address: '1 Main Road',
      province: 'Lagos',
      city: 'Lekki',
    })
    expect(await (await (await on.local.load()).adDrafts()).list()).toEqual([])
  })

  /** Publishes while the second photo is still being saved; `go` ends the save. */
  async function publishEarly(able: boolean) {
    const draw = globalThis.createImageBitmap
    let go: () => void = () => {}
    const allowed = new Promise<void>((done) => (go = done))
    let first = true
    vi.stubGlobal('createImageBitmap', async (file: Blob) => {
      if (!first) await allowed
      if (!first && !able) throw new Error('broken')
      return draw(file)
    })
    const on = openForm('/post/ad')
    await heading('Start with the photos')
    await withPhotos(1)
    first = false
    await pick(photoFile('second.jpg'))
    await next()
    await fillCar()
    await fillCondition()
    await fillPlace()
    await heading('Introduce your car')
    on.serve(nothing)
    await userEvent.click(screen.getByRole('button', { name: 'Publish My Ad' }))
    expect(on.local.views.get().outbox).toEqual([])
    go()
    return on
  }

  test('goes with the photos that are still being saved when its button is pressed', async () => {
    const on = await publishEarly(true)
    await screen.findByText('My Ads')
    const [{ payload }] = on.local.views.get().outbox as [OutboxEntry]
    expect((payload as Payloads['ad.create']).imageIds).toHaveLength(2)
  })

  test('waits for a decision about a photo that could not be saved meanwhile', async () => {
    const on = await publishEarly(false)
    await heading('Start with the photos')
    expect(screen.getByText('This picture is damaged. Please choose another one.')).toBeTruthy()
    expect(on.local.views.get().outbox).toEqual([])
  })

  test('of a guest is drafted, and asks to sign in when it goes out [R-POST-01 S39]', async () => {
    const on = openForm('/post/ad', { signedIn: false })
    await heading('Start with the photos')
    await withPhotos(1)
    await next()
    await fillCar()
    await fillCondition()
    await fillPlace()
    await heading('Introduce your car')
    await userEvent.click(screen.getByRole('button', { name: 'Publish My Ad' }))
    expect(await screen.findByText('The sign-in page')).toBeTruthy()
    const back = new URLSearchParams(window.location.search).get('next') ?? ''
    expect(back).toMatch(/^\/post\/ad\?draft=/)
    on.unmount()
    on.local.env.localStorage?.setItem('authentication-token', sampleToken())
    on.local.kick('focus')
    await waitFor(() => expect(on.local.session.get().user?.id).toBe(samplePerson.id))
    openForm(back, { on })
    await heading('Introduce your car')
    expect(screen.getByText('1 picture')).toBeTruthy()
  })

  test('that is there already sends a guest to the sign-in page first [R-POST-01]', async () => {
    openForm('/post/ad/car-1', { signedIn: false })
    expect(await screen.findByText('The sign-in page')).toBeTruthy()
    expect(new URLSearchParams(window.location.search).get('next')).toBe('/post/ad/car-1')
  })

  test('is edited with the seen version and only its changed fields, even offline [R-POST-06 R-POST-15 R-POST-36 R-POST-37 I9]', async () => {
    const w = world({ cars: [ownCar(1)] })
    const images = [
      '/media/img_' + 'a'.repeat(32) + '/1280.webp',
      '/media/img_' + 'b'.repeat(32) + '/1280.webp',
    ]
    w.cars = w.cars.map((car) => ({ ...car, fields: { ...car.fields, images } }))
    const on = openForm('/post/ad/car-1', { world: w })
    await heading('Start with the photos')
    await waitFor(() => expect(tiles()).toHaveLength(2))
    on.serve(nothing)
    await userEvent.click(screen.getByRole('button', { name: 'Picture 2 of 2' }))
    await userEvent.click(screen.getByRole('button', { name: 'Delete picture' }))
    await waitFor(() => expect(tiles()).toHaveLength(1))
    await next()
    await heading('Which car is it?')
    await next()
    await heading('What is it like?')
    await next()
    await heading('Price and place')
    await userEvent.clear(screen.getByLabelText('Price'))
    await type('Price', '399000')
    await next()
    await userEvent.click(await screen.findByRole('button', { name: 'Update My Ad' }))
    await screen.findByText('My Ads')
    const [entry] = on.local.views.get().outbox
    expect(entry?.kind).toBe('ad.edit')
    expect(entry?.payload).toMatchObject({ adId: 'car-1', patch: { price: 399_000, images: [images[0]] } })
    const { patch } = (entry?.payload ?? { patch: {} }) as Payloads['ad.edit']
    expect(Object.keys(patch).sort()).toEqual(['images', 'price'])
  })

  test('that the server refused reopens in the form with errors at their fields [S19 I5]', async () => {
    const w = world({
      instead: (asked) =>
        asked.path === 'cars/add-car'
          ? refused(422, 'validation_failed', 'Please check the marked fields.', {
              model: 'Please select a model',
            })
          : 'usual',
    })
    const on = openForm('/post/ad?draft=draft-0001', { world: w })
    await heading('Start with the photos')
    const selling = await (await on.local.load()).adDrafts()
    const { status: _status, images: _images, ...fields } = ownCar(1).fields
    await selling.change('draft-0001', {
      fields: Object.fromEntries(Object.entries(fields).map(([k, v]) => [k, String(v)])),
    })
    await selling.publish('draft-0001', fields)
    await waitFor(() => expect(on.local.views.get().outbox[0]?.state).toBe('rejected'))
    on.unmount()
    openForm('/post/ad/draft-0001', { on })
    await heading('Which car is it?')
    expect(await screen.findByText('Please select a model')).toBeTruthy()
    expect(screen.getByLabelText<HTMLInputElement>('Title').value).toBe(fields.title)
  })
})
