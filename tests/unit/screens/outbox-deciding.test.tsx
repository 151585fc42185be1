import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import axe from 'axe-core'
import { describe, expect, test } from 'vitest'
import type { Dispute, OutboxEntry } from '#local/react'
import { resolveChoices, initialChoices } from '../../../src/app/outbox/conflict-choices.ts'
import { entryOf, openPretend } from '../../support/pretend.tsx'

const fields = [
  { name: 'price', before: 300_000, mine: 280_000, theirs: 290_000 },
  { name: 'mileage', before: '60 000 Km', mine: '61 000 Km', theirs: '62 000 Km' },
]
const disputed: Dispute = {
  gone: false,
  fields,
  mine: { price: 280_000, mileage: '61 000 Km' },
  theirs: { price: 290_000, mileage: '62 000 Km' },
}
const gone: Dispute = { gone: true, fields: [], mine: { price: 280_000 }, theirs: {} }
const edit = (dispute: Dispute, change: Partial<OutboxEntry> = {}) =>
  entryOf({
    kind: 'ad.edit',
    payload: { adId: 'ad-1', title: '2019 VW Polo', patch: dispute.mine },
    state: 'conflict',
    dispute,
    ...change,
  })
const sheetOf = async (name: string) => within(await screen.findByRole('dialog', { name }))
const changed = 'Changed on another device'
const deleted = 'It was deleted on another device'

describe('Changed on two devices', () => {
  test('The sheet shows both values of each field and sends nothing before a decision [S21 I9]', async () => {
    const on = openPretend('/outbox', { outbox: [edit(disputed)] })
    fireEvent.click(await screen.findByRole('link', { name: 'Decide' }))
    const sheet = await sheetOf(changed)
    expect(location.search).toBe('?decide=item-1')
    const price = within(sheet.getByRole('group', { name: /^Price/ }))
    expect(price.getByRole('radio', { name: /This phone ₦280,000/ })).toBeTruthy()
    expect(price.getByRole('radio', { name: /Other device ₦290,000/ })).toBeTruthy()
    const mileage = within(sheet.getByRole('group', { name: /^Mileage/ }))
    expect(mileage.getByRole('radio', { name: /This phone 61 000 Km/ })).toBeTruthy()
    expect(on.calls('resolve')).toEqual([])
  })

  test.each([
    ['Keep mine', { how: 'mine' }],
    ['Use theirs', { how: 'theirs' }],
    ['Save as new draft', { how: 'draft' }],
  ] as const)('One tap on "%s" settles all of it [S21 I9]', async (name, how) => {
    const on = openPretend('/outbox?decide=item-1', { outbox: [edit(disputed)] })
    fireEvent.click((await sheetOf(changed)).getByRole('button', { name }))
    await waitFor(() => expect(on.calls('resolve')).toEqual([['item-1', how]]))
    expect(location.pathname + location.search).toBe('/outbox')
  })

  test('A person decides each field separately, even with a new value, by keyboard alone [S21 I9]', async () => {
    const on = openPretend('/outbox?decide=item-1', { outbox: [edit(disputed)] })
    const sheet = await sheetOf(changed)
    const user = userEvent.setup()
    sheet.getByRole('radio', { name: /This phone ₦280,000/ }).focus()
    await user.keyboard('{ArrowDown}')
    await waitFor(() =>
      expect(sheet.getByRole<HTMLInputElement>('radio', { name: /Other device ₦290,000/ }).checked).toBe(
        true,
      ),
    )
    const mileage = within(sheet.getByRole('group', { name: /^Mileage/ }))
    fireEvent.click(mileage.getByRole('radio', { name: 'Edit' }))
    const typed = await mileage.findByLabelText('New value for Mileage')
    await user.clear(typed)
    await user.type(typed, '61 500 Km{Enter}')
    await waitFor(() =>
      expect(on.calls('resolve')).toEqual([
        ['item-1', { how: 'values', values: { price: 290_000, mileage: '61 500 Km' } }],
      ]),
    )
  })

  test('A newer state there asks again, and what was typed stays [S21 I9]', async () => {
    const on = openPretend('/outbox?decide=item-1', { outbox: [edit(disputed)] })
    const sheet = await sheetOf(changed)
    fireEvent.click(sheet.getByRole('radio', { name: /Other device ₦290,000/ }))
    const mileage = within(sheet.getByRole('group', { name: /^Mileage/ }))
    fireEvent.click(mileage.getByRole('radio', { name: 'Edit' }))
    const typed = await mileage.findByLabelText<HTMLInputElement>('New value for Mileage')
    fireEvent.change(typed, { target: { value: '61 500 Km' } })
    const newer = fields.map((field) => (field.name === 'price' ? { ...field, theirs: 295_000 } : field))
    on.change({ outbox: [edit({ ...disputed, fields: newer })] })
    expect(await sheet.findByRole('radio', { name: /Other device ₦295,000/ })).toBeTruthy()
    expect(sheet.getByRole<HTMLInputElement>('radio', { name: /This phone ₦280,000/ }).checked).toBe(true)
    expect(sheet.getByLabelText<HTMLInputElement>('New value for Mileage').value).toBe('61 500 Km')
  })

  test('A number stays a number, and an empty one is not sent', () => {
    const price = fields.slice(0, 1)
    const edited = (text: string) => resolveChoices(price, { price: { side: 'edit', edited: text } })['price']
    expect(edited('285,000')).toBe(285_000)
    expect(edited(' ')).toBe(280_000)
    expect(resolveChoices(price, initialChoices(price))).toEqual({ price: 280_000 })
  })

  test('A long text from before is not in the name of its group', async () => {
    const before = 'We took this car from a careful owner and kept everything that came with it.'
    const long = [{ name: 'description', before, mine: 'Mine', theirs: 'Theirs' }]
    openPretend('/outbox?decide=item-1', { outbox: [edit({ ...disputed, fields: long })] })
    const sheet = await sheetOf(changed)
    expect(sheet.getByRole('group', { name: 'Description' })).toBeTruthy()
    expect(sheet.getByText(`was ${before}`)).toBeTruthy()
  })

  test('A typed price is read with its decimals, as in the form', () => {
    const price = fields.slice(0, 1)
    const edited = (text: string) => resolveChoices(price, { price: { side: 'edit', edited: text } })['price']
    expect(['1,250,000.50', '1.250.000', '1 250 000', '99500,50'].map(edited)).toEqual([
      1_250_000.5, 1_250_000, 1_250_000, 99_500.5,
    ])
  })

  test('What is no number is said at its field, and nothing is sent', async () => {
    const on = openPretend('/outbox?decide=item-1', { outbox: [edit(disputed)] })
    const sheet = await sheetOf(changed)
    const price = within(sheet.getByRole('group', { name: /^Price/ }))
    fireEvent.click(price.getByRole('radio', { name: 'Edit' }))
    const typed = await price.findByLabelText('New value for Price')
    fireEvent.change(typed, { target: { value: '95 k' } })
    fireEvent.click(sheet.getByRole('button', { name: 'Save these choices' }))
    expect(price.getByText('Please enter a number')).toBeTruthy()
    expect(document.activeElement).toBe(typed)
    expect(on.calls('resolve')).toEqual([])
    fireEvent.change(typed, { target: { value: '295 000' } })
    fireEvent.click(sheet.getByRole('button', { name: 'Save these choices' }))
    const values = { price: 295_000, mileage: '61 000 Km' }
    await waitFor(() => expect(on.calls('resolve')).toEqual([['item-1', { how: 'values', values }]]))
  })

  test('An ad sold elsewhere and for sale here is never reactivated without a decision [S22]', async () => {
    const dispute: Dispute = {
      gone: false,
      fields: [{ name: 'status', before: 'inactive', mine: 'active', theirs: 'sold' }],
      mine: { status: 'active' },
      theirs: { status: 'sold' },
    }
    const on = openPretend('/outbox?decide=item-1', {
      outbox: [
        edit(dispute, { kind: 'ad.status', payload: { adId: 'ad-1', title: 'Polo', want: 'active' } }),
      ],
    })
    const sheet = await sheetOf(changed)
    expect(sheet.getByRole('radio', { name: /This phone For sale/ })).toBeTruthy()
    expect(sheet.queryByRole('radio', { name: 'Edit' })).toBeNull()
    expect(on.calls('resolve')).toEqual([])
    fireEvent.click(sheet.getByRole('radio', { name: /Other device Sold/ }))
    fireEvent.click(sheet.getByRole('button', { name: 'Save this choice' }))
    await waitFor(() =>
      expect(on.calls('resolve')).toEqual([['item-1', { how: 'values', values: { status: 'sold' } }]]),
    )
  })

  test('Over a version that nobody has seen, nothing can be kept [I9]', async () => {
    const unseen: Dispute = { gone: false, fields: [], mine: { price: 280_000 }, theirs: {} }
    openPretend('/outbox?decide=item-1', { outbox: [edit(unseen)] })
    const sheet = await sheetOf(changed)
    expect(sheet.queryByRole('button', { name: 'Keep mine' })).toBeNull()
    for (const name of ['Use theirs', 'Save as new draft'])
      expect(sheet.getByRole('button', { name })).toBeTruthy()
  })

  test('A sheet that is closed decides nothing', async () => {
    const on = openPretend('/outbox?decide=item-1', { outbox: [edit(disputed)] })
    fireEvent.click((await sheetOf(changed)).getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(screen.queryByRole('dialog', { name: changed })).toBeNull())
    expect(on.calls('resolve')).toEqual([])
    expect(screen.getByRole('link', { name: 'Decide' })).toBeTruthy()
  })
})

describe('Deleted on another device', () => {
  test('An edit of a deleted ad keeps its words until it is published again [S23 I5]', async () => {
    const on = openPretend('/outbox?decide=item-1', { outbox: [edit(gone)] })
    const sheet = await sheetOf(deleted)
    expect(sheet.getByText('₦280,000')).toBeTruthy()
    fireEvent.click(sheet.getByRole('button', { name: 'Publish again' }))
    await waitFor(() => expect(on.calls('resolve')).toEqual([['item-1', { how: 'again' }]]))
  })

  test('It may be discarded instead [S23]', async () => {
    const on = openPretend('/outbox?decide=item-1', { outbox: [edit(gone)] })
    fireEvent.click((await sheetOf(deleted)).getByRole('button', { name: 'Discard' }))
    await waitFor(() => expect(on.calls('resolve')).toEqual([['item-1', { how: 'theirs' }]]))
  })

  test('Only an ad can be published again', async () => {
    const profile = { kind: 'profile.edit', payload: { uid: 'u', patch: { city: 'Durban' } } } as const
    openPretend('/outbox?decide=item-1', { outbox: [edit(gone, profile)] })
    const sheet = await sheetOf(deleted)
    expect(sheet.queryByRole('button', { name: 'Publish again' })).toBeNull()
    expect(sheet.getByRole('button', { name: 'Discard' })).toBeTruthy()
  })
})

test.each([
  [changed, disputed],
  [deleted, gone],
])('The sheet "%s" shuts nobody out', async (name, dispute) => {
  openPretend('/outbox?decide=item-1', { outbox: [edit(dispute)] })
  const sheet = await screen.findByRole('dialog', { name })
  const { violations } = await axe.run(sheet, { rules: { 'color-contrast': { enabled: false } } })
  expect(violations.map((v) => `${v.id}: ${v.nodes.map((n) => n.html).join(' ')}`)).toEqual([])
})
