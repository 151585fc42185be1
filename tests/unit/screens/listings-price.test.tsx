import { fireEvent, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import fc from '../../support/property.ts'
import { describe, expect, test } from 'vitest'
import { priceRange } from '#contract/limits.ts'
import { heightsOf } from '../../../src/features/browse/filters/price/histogram.tsx'
import {
  amountAt,
  stepTo,
  tickOf,
  ticks,
  typedAmount,
} from '../../../src/features/browse/filters/price/price-scale.ts'
import { browse, desk, here, partOf, type Part } from '../../support/market.tsx'

async function openPrice(address = '/listings') {
  const on = browse({ address, width: desk })
  const panel = partOf(await screen.findByRole('complementary', { name: 'Filters' }))
  const price = partOf(await panel.findByRole('group', { name: 'Price' }, { timeout: 15_000 }))
  return { ...on, price }
}
const inputs = (price: Part) => ({
  min: price.getByRole<HTMLInputElement>('textbox', { name: 'Min' }),
  max: price.getByRole<HTMLInputElement>('textbox', { name: 'Max' }),
})

describe('The price filter', () => {
  test('Has min and max inputs for digits, a save button and a slider with two thumbs [R-LIST-13 R-CONST-03]', async () => {
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

  test('An emptied max price falls back to 5000000 and an emptied min price to 0 [R-VAL-04]', async () => {
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

  test('Dragging a thumb moves only its own end and searches once it is let go [R-VAL-03]', async () => {
    const { price, searches } = await openPrice('/listings?minprice=123456')
    const thumb = price.getByRole('slider', { name: 'Price range to' })
    const before = searches().length
    fireEvent.change(thumb, { target: { value: String(ticks / 2) } })
    expect(price.getByText(/^₦12\d,\d{3} – ₦1,250,000$/)).toBeTruthy()
    expect(searches()).toHaveLength(before)
    fireEvent.pointerUp(thumb)
    expect(here()).toBe('/listings?minprice=123456&maxprice=1250000')
  })

  test('The end of the slider means "5,000,000 and more": dearer cars are found as well [R-LIST-31]', async () => {
    const { price } = await openPrice('/listings?minprice=5000000')
    expect(price.getAllByText(/₦5,000,000 and more/).length).toBeGreaterThan(0)
    const cards = await screen.findAllByRole('article')
    expect(cards.length).toBeGreaterThan(0)
    expect(cards.some((c) => c.textContent.includes('₦6,000,000'))).toBe(true)
  })
})

describe('The scale of the slider', () => {
  test('Both ends are exact and every amount on it is a step of 50 inside the range [R-VAL-03 R-CONST-03]', () => {
    expect([amountAt(0), amountAt(ticks)]).toEqual([priceRange.min, priceRange.max])
    fc.assert(
      fc.property(fc.integer({ min: -50, max: ticks + 50 }), (tick) => {
        const amount = amountAt(tick)
        expect(amount % priceRange.step).toBe(0)
        expect(amount).toBeGreaterThanOrEqual(priceRange.min)
        expect(amount).toBeLessThanOrEqual(priceRange.max)
      }),
    )
  })

  test('Every press of an arrow key moves the amount, all the way to the end and back', () => {
    for (const by of [1, -1]) {
      let at = by === 1 ? 0 : ticks
      const end = by === 1 ? priceRange.max : priceRange.min
      while (amountAt(at) !== end) {
        const next = stepTo(at, at + by)
        expect(amountAt(next)).not.toBe(amountAt(at))
        at = next
      }
    }
  })

  test('It only ever rises, and an amount finds its way back to its tick', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: ticks - 1 }), (tick) => {
        expect(amountAt(tick + 1)).toBeGreaterThanOrEqual(amountAt(tick))
        expect(Math.abs(tickOf(amountAt(tick)) - tick)).toBeLessThanOrEqual(3)
      }),
    )
  })

  test('Whatever is typed becomes a whole amount or the end of the range [R-VAL-04]', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(Number.isSafeInteger(typedAmount(text, 77))).toBe(true)
        expect(typedAmount(text.replace(/\d/g, ''), 77)).toBe(77)
      }),
    )
    expect(typedAmount('₦ 1,250,000', 0)).toBe(1_250_000)
  })

  test('The histogram has a bar between nothing and full height for every part of the scale', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(5000), { minLength: 25, maxLength: 25 }), (slices) => {
        const heights = heightsOf(slices)
        expect(heights).toHaveLength(24)
        for (const h of heights) expect(h >= 0 && h <= 1).toBe(true)
        expect(Math.max(...heights)).toBe(slices.some((n) => n > 0) ? 1 : 0)
      }),
    )
  })
})
