import { fireEvent, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import fc from '../../support/property.ts'
import { describe, expect, test } from 'vitest'
import { priceRange } from '#contract/limits.ts'
import {
  rescaleHeights,
  amountAtTick,
  priceScale,
  tickAtAmount,
  ticks,
  parseAmount,
} from '../../../src/features/browse/filters/price-section.tsx'
import { stepRoundFigure, stepByKey } from '#ui/form/scale.ts'
import { browse, desktop, here, partOf, type Part } from '../../support/listings-screen.tsx'

async function openPrice(address = '/listings') {
  const on = browse({ address, width: desktop })
  const panel = partOf(await screen.findByRole('complementary', { name: 'Filters' }))
  const price = partOf(await panel.findByRole('group', { name: 'Price' }, { timeout: 15_000 }))
  return { ...on, price }
}
const inputs = (price: Part) => ({
  min: price.getByRole<HTMLInputElement>('textbox', { name: 'Min' }),
  max: price.getByRole<HTMLInputElement>('textbox', { name: 'Max' }),
})

describe('The price filter', () => {
  test('Has numeric min and max inputs, a save button and a two-thumb slider [R-LIST-13 R-CONST-03]', async () => {
    const { price } = await openPrice()
    const { min, max } = inputs(price)
    expect([min.inputMode, max.inputMode]).toEqual(['numeric', 'numeric'])
    expect(price.getByRole('button', { name: 'Save' })).toBeTruthy()
    expect(price.getByRole('slider', { name: 'Price range from' }).getAttribute('aria-valuetext')).toBe('₦0')
    expect(price.getByRole('slider', { name: 'Price range to' }).getAttribute('aria-valuetext')).toBe(
      '₦5,000,000 and more',
    )
  })

  test('Typed amounts are taken exactly when they are saved [R-LIST-13]', async () => {
    const { price, searches } = await openPrice('/listings?page=2')
    const { min, max } = inputs(price)
    await userEvent.clear(min)
    await userEvent.type(min, '250,150')
    await userEvent.clear(max)
    await userEvent.type(max, '1999999')
    await userEvent.click(price.getByRole('button', { name: 'Save' }))
    expect(here()).toBe('/listings?minprice=250150&maxprice=1999999')
    await screen.findAllByRole('article')
    expect(searches().at(-1)).toMatchObject({ min_price: 250_150, max_price: 1_999_999, page: 1 })
  })

  test('An emptied max price becomes 5000000 and an emptied min price becomes 0 [R-VAL-04]', async () => {
    const { price, searches } = await openPrice('/listings?minprice=200000&maxprice=900000')
    const { min, max } = inputs(price)
    expect([min.value, max.value]).toEqual(['200,000', '900,000'])
    await userEvent.clear(min)
    await userEvent.clear(max)
    await userEvent.click(price.getByRole('button', { name: 'Save' }))
    expect(here()).toBe('/listings')
    await screen.findAllByRole('article')
    expect(searches().at(-1)).toMatchObject({ min_price: 0, max_price: 5_000_000 })
  })

  test('A min above the max is swapped [R-VAL-11]', async () => {
    const { price } = await openPrice()
    const { min, max } = inputs(price)
    await userEvent.clear(min)
    await userEvent.type(min, '900000')
    await userEvent.type(max, '300000{Enter}')
    expect(here()).toBe('/listings?minprice=300000&maxprice=900000')
  })

  test('Dragging a thumb moves only its end, and releasing it starts the search', async () => {
    const { price, searches } = await openPrice('/listings?minprice=123456')
    const thumb = price.getByRole('slider', { name: 'Price range to' })
    const before = searches().length
    fireEvent.pointerDown(thumb)
    fireEvent.change(thumb, { target: { value: String(ticks / 2) } })
    expect(price.getByText(/^₦12\d,\d{3} – ₦1,250,000$/)).toBeTruthy()
    expect(searches()).toHaveLength(before)
    fireEvent.pointerUp(thumb)
    expect(here()).toBe('/listings?minprice=123456&maxprice=1250000')
  })

  test('An arrow key moves a thumb by exactly 50 from any amount [R-VAL-03 R-CONST-03]', async () => {
    const { price, searches } = await openPrice('/listings?minprice=1000050&maxprice=1123456')
    const from = price.getByRole<HTMLInputElement>('slider', { name: 'Price range from' })
    const to = price.getByRole<HTMLInputElement>('slider', { name: 'Price range to' })
    const said = () => [from, to].map((thumb) => thumb.getAttribute('aria-valuetext'))
    expect(said()).toEqual(['₦1,000,050', '₦1,123,456'])
    const before = searches().length
    for (const [key, amount] of [
      ['ArrowRight', '₦1,000,100'],
      ['ArrowUp', '₦1,000,150'],
      ['ArrowLeft', '₦1,000,100'],
      ['ArrowDown', '₦1,000,050'],
      ['ArrowDown', '₦1,000,000'],
    ]) {
      fireEvent.keyDown(from, { key })
      expect(said()).toEqual([amount, '₦1,123,456'])
    }
    expect(searches()).toHaveLength(before)
    fireEvent.keyUp(from, { key: 'ArrowDown' })
    expect(here()).toBe('/listings?minprice=1000000&maxprice=1123456')
    fireEvent.keyDown(to, { key: 'ArrowUp' })
    fireEvent.keyUp(to, { key: 'ArrowUp' })
    expect(here()).toBe('/listings?minprice=1000000&maxprice=1123506')
    for (const [thumb, key, amounts] of [
      [from, 'Home', ['₦0', '₦1,123,506']],
      [from, 'ArrowLeft', ['₦0', '₦1,123,506']],
      [from, 'ArrowRight', ['₦50', '₦1,123,506']],
      [to, 'End', ['₦50', '₦5,000,000 and more']],
      [to, 'ArrowRight', ['₦50', '₦5,000,000 and more']],
      [to, 'ArrowLeft', ['₦50', '₦4,999,950']],
    ] as const) {
      fireEvent.keyDown(thumb, { key })
      fireEvent.keyUp(thumb, { key })
      expect(said()).toEqual(amounts)
    }
    expect(here()).toBe('/listings?minprice=50&maxprice=4999950')
  })

  test('Page keys, and an arrow with Shift, go on by round figures', async () => {
    const { price } = await openPrice('/listings?minprice=1000050')
    const from = price.getByRole('slider', { name: 'Price range from' })
    for (const [press, amount] of [
      [{ key: 'ArrowRight', shiftKey: true }, '₦1,025,000'],
      [{ key: 'ArrowUp', shiftKey: true }, '₦1,050,000'],
      [{ key: 'ArrowLeft', shiftKey: true }, '₦1,025,000'],
      [{ key: 'PageUp' }, '₦1,525,000'],
      [{ key: 'PageDown' }, '₦1,025,000'],
    ] as const) {
      fireEvent.keyDown(from, press)
      expect(from.getAttribute('aria-valuetext')).toBe(amount)
    }
    fireEvent.keyUp(from, { key: 'PageDown' })
    expect(here()).toBe('/listings?minprice=1025000')
  })

  test('No key moves a thumb past the other, and browser shortcuts keep working', async () => {
    const { price } = await openPrice('/listings?minprice=300020&maxprice=300050')
    const from = price.getByRole('slider', { name: 'Price range from' })
    const to = price.getByRole('slider', { name: 'Price range to' })
    for (const key of ['ArrowRight', 'PageUp', 'End']) {
      fireEvent.keyDown(from, { key })
      expect(from.getAttribute('aria-valuetext')).toBe('₦300,050')
    }
    for (const key of ['ArrowLeft', 'PageDown', 'Home']) {
      fireEvent.keyDown(to, { key })
      expect(to.getAttribute('aria-valuetext')).toBe('₦300,050')
    }
    // True: no handler prevented the default action.
    expect(fireEvent.keyDown(from, { key: 'ArrowLeft', altKey: true })).toBe(true)
    expect(fireEvent.keyDown(from, { key: 'Tab' })).toBe(true)
    expect(fireEvent.keyDown(from, { key: 'ArrowLeft' })).toBe(false)
    expect(from.getAttribute('aria-valuetext')).toBe('₦300,000')
  })

  test('A screen reader’s step always moves a thumb to another round amount', async () => {
    const { price } = await openPrice('/listings?minprice=1000050')
    const from = price.getByRole<HTMLInputElement>('slider', { name: 'Price range from' })
    fireEvent.change(from, { target: { value: String(Number(from.value) + 1) } })
    expect(from.getAttribute('aria-valuetext')).toBe('₦1,025,000')
    fireEvent.change(from, { target: { value: String(Number(from.value) - 1) } })
    expect(from.getAttribute('aria-valuetext')).toBe('₦1,000,000')
  })

  test('A thumb dragged back to where it started keeps its exact amount', async () => {
    const { price } = await openPrice('/listings?minprice=123456')
    const from = price.getByRole<HTMLInputElement>('slider', { name: 'Price range from' })
    const place = from.value
    fireEvent.pointerDown(from)
    fireEvent.change(from, { target: { value: String(Number(place) + 40) } })
    expect(from.getAttribute('aria-valuetext')).toBe('₦195,000')
    fireEvent.change(from, { target: { value: place } })
    expect(from.getAttribute('aria-valuetext')).toBe('₦123,456')
    fireEvent.pointerUp(from)
    expect(here()).toBe('/listings?minprice=123456')
  })

  test('The slider’s end means 5,000,000 and more, and dearer cars are found too [R-LIST-31]', async () => {
    const { price } = await openPrice('/listings?minprice=5000000')
    expect(price.getAllByText(/₦5,000,000 and more/).length).toBeGreaterThan(0)
    const cards = await screen.findAllByRole('article')
    expect(cards.length).toBeGreaterThan(0)
    expect(cards.some((c) => c.textContent.includes('₦6,000,000'))).toBe(true)
  })
})

describe('The scale of the slider', () => {
  test('Both ends are exact, and every amount between is a multiple of 50', () => {
    expect([amountAtTick(0), amountAtTick(ticks)]).toEqual([priceRange.min, priceRange.max])
    fc.assert(
      fc.property(fc.integer({ min: -50, max: ticks + 50 }), (tick) => {
        const amount = amountAtTick(tick)
        expect(amount % priceRange.step).toBe(0)
        expect(amount).toBeGreaterThanOrEqual(priceRange.min)
        expect(amount).toBeLessThanOrEqual(priceRange.max)
      }),
    )
  })

  test('Every step of a finger or screen reader changes the amount until the end', () => {
    for (const by of [1, -1]) {
      let at: number = by === 1 ? priceRange.min : priceRange.max
      const end = by === 1 ? priceRange.max : priceRange.min
      while (at !== end) {
        const next = stepRoundFigure(priceScale, at, by)
        expect(Math.sign(next - at)).toBe(by)
        at = next
      }
    }
  })

  test('An arrow steps exactly 50 within the range, and other keys reach round amounts [R-VAL-03 R-CONST-03]', () => {
    const figures = new Set(Array.from({ length: ticks + 1 }, (_, tick) => amountAtTick(tick)))
    const plain = { shiftKey: false, altKey: false, ctrlKey: false, metaKey: false }
    const keyed = (key: string, amount: number, shiftKey = false) =>
      stepByKey({ ...plain, shiftKey, key }, amount, priceRange, priceScale)
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 5_000_000 }), (amount) => {
        for (const key of ['ArrowRight', 'ArrowUp']) {
          expect(keyed(key, amount)).toBe(Math.min(5_000_000, amount + 50))
        }
        for (const key of ['ArrowLeft', 'ArrowDown'])
          expect(keyed(key, amount)).toBe(Math.max(0, amount - 50))
        expect([keyed('Home', amount), keyed('End', amount)]).toEqual([0, 5_000_000])
        for (const next of [keyed('PageUp', amount), keyed('ArrowRight', amount, true)]) {
          expect([figures.has(next ?? -1), (next ?? -1) > amount || amount === 5_000_000]).toEqual([
            true,
            true,
          ])
        }
        for (const next of [keyed('PageDown', amount), keyed('ArrowLeft', amount, true)]) {
          expect([figures.has(next ?? -1), (next ?? 1) < amount || amount === 0]).toEqual([true, true])
        }
        expect(keyed('a', amount)).toBeUndefined()
      }),
    )
  })

  test('It only ever rises, and an amount finds its way back to its tick', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: ticks - 1 }), (tick) => {
        expect(amountAtTick(tick + 1)).toBeGreaterThanOrEqual(amountAtTick(tick))
        expect(Math.abs(tickAtAmount(amountAtTick(tick)) - tick)).toBeLessThanOrEqual(3)
      }),
    )
  })

  test('Whatever is typed becomes a whole amount or the end of the range [R-VAL-04]', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(Number.isSafeInteger(parseAmount(text, 77))).toBe(true)
        expect(parseAmount(text.replace(/\d/g, ''), 77)).toBe(77)
      }),
    )
    expect(parseAmount('₦ 1,250,000', 0)).toBe(1_250_000)
  })

  test('The histogram shows 24 bars, each between zero and full height', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(5000), { minLength: 25, maxLength: 25 }), (slices) => {
        const heights = rescaleHeights(slices)
        expect(heights).toHaveLength(24)
        for (const h of heights) expect(h >= 0 && h <= 1).toBe(true)
        expect(Math.max(...heights)).toBe(slices.some((n) => n > 0) ? 1 : 0)
      }),
    )
  })
})
