import { render, screen } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { headers } from '#contract/http.ts'
import { CarAge, measureAge } from '#parts/car-age.tsx'
import { ListingCard } from '#parts/listing-card.tsx'
import { SoldNote } from '../../../src/features/enquire/enquiry-box.tsx'
import { sampleCard, sampleNow } from '../../support/sample-car.ts'
import { nothing, OnStage, stage } from '../../support/stage.tsx'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
const words = (age: number) => measureAge(sampleNow - age, sampleNow)?.words

describe('How old what is shown is', () => {
  test('An age under two minutes or from a clock behind the server is hidden', () => {
    expect([words(0), words(2 * minute - 1), words(-5 * day)]).toEqual([undefined, undefined, undefined])
  })

  test('Then minutes, then hours, rounded down', () => {
    expect([words(2 * minute), words(hour - 1)]).toEqual(['2 min ago', '59 min ago'])
    expect([words(hour), words(3.9 * hour), words(day - 1)]).toEqual(['1 h ago', '3 h ago', '23 h ago'])
  })

  test('A day-old car shows its saved time; a week-old car may be sold', () => {
    const at = new Date(2026, 10, 18, 14, 5).getTime()
    expect(measureAge(at, at + day)).toEqual({ words: 'Saved 18 Nov 14:05', old: true, mayBeSold: false })
    expect(measureAge(at, at + 7 * day - 1)?.mayBeSold).toBe(false)
    expect(measureAge(at, at + 7 * day)).toEqual({ words: 'Saved 18 Nov 14:05', old: true, mayBeSold: true })
    expect(measureAge(at, at + day - 1)?.old).toBe(false)
  })

  const shown = (age: number, status: 'active' | 'sold' = 'active') => {
    const { local } = stage(nothing, { now: () => sampleNow })
    render(
      <OnStage local={local}>
        <ListingCard car={sampleCard(1, { status })} asOf={sampleNow - age} aged />
      </OnStage>,
    )
    return screen.getByRole('article')
  }
  test('An old price on a card never stands without its age', () => {
    const price = [...shown(8 * day).querySelectorAll('span')].find((s) => s.textContent.startsWith('₦'))
    const time = price?.parentElement?.querySelector('time')
    expect(time?.textContent).toMatch(/^Saved \d+ \w{3} \d\d:\d\dmay be sold$/)
    expect(time?.className).toContain('text-amber-ink')
  })

  test('A car known to be sold is marked so, offline as well', () => {
    expect(shown(8 * day, 'sold').textContent).toContain('Sold')
  })

  test('The age follows the server’s time, not the phone’s clock', async () => {
    // This phone's clock is one year behind; the first response shows that.
    const { local } = stage(nothing, {
      now: () => sampleNow - 365 * day,
      fetch: () =>
        Promise.resolve(
          new Response('{}', {
            headers: {
              date: new Date(sampleNow).toUTCString(),
              'content-type': 'application/json',
              [headers.api]: '1',
            },
          }),
        ),
    })
    await local.settings.refresh()
    render(
      <OnStage local={local}>
        <CarAge at={sampleNow - 3 * hour} />
      </OnStage>,
    )
    expect(screen.getByText('3 h ago')).toBeTruthy()
  })
})

describe('Writing about a car seen long ago', () => {
  const note = async (age: number, online: boolean) => {
    const ok = { success: true, msg: 'ok', data: {} }
    const { local } = stage(online ? () => ({ body: ok }) : nothing, { now: () => sampleNow })
    // A single failure may be chance.
    await local.settings.refresh()
    await local.settings.refresh()
    const { container } = render(
      <OnStage local={local}>
        <SoldNote asOf={sampleNow - age} />
      </OnStage>,
    )
    return container.textContent
  }
  test('Offline and a week later, the page promises to check the car before sending', async () => {
    expect(await note(7 * day, false)).toMatch(/We will check it is still for sale before sending/)
  })
  test('Nothing of the kind while it is younger, or with signal', async () => {
    expect(await note(7 * day - 1, false)).toBe('')
    expect(await note(30 * day, true)).toBe('')
  })
})
