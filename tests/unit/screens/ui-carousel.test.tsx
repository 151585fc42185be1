import { act, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { Hero } from '../../../src/app/screens/home/hero.tsx'
import { Carousel } from '#ui/carousel/carousel.tsx'
import { stubOnScreen } from '../../support/on-screen.ts'

const letters = ['a', 'b', 'c', 'd', 'e', 'f']
const scrolledTo: number[] = []
let browser: ReturnType<typeof stubOnScreen>

beforeEach(() => {
  scrolledTo.length = 0
  vi.useFakeTimers()
  browser = stubOnScreen()
  // A row of items 100 px wide, of which 250 px are visible.
  vi.spyOn(HTMLElement.prototype, 'offsetLeft', 'get').mockImplementation(function (this: HTMLElement) {
    return this.tagName === 'LI' ? 100 * [...(this.parentElement?.children ?? [])].indexOf(this) : 0
  })
  const scrollTo = (o?: ScrollToOptions) => void scrolledTo.push(o?.left ?? 0)
  vi.spyOn(Element.prototype, 'scrollTo').mockImplementation(scrollTo as Element['scrollTo'])
})
afterEach(() => {
  vi.useRealTimers()
})

const calmly = (matches: boolean) =>
  vi.spyOn(window, 'matchMedia').mockImplementation(
    (query) =>
      ({
        matches: matches && query.includes('reduced-motion'),
        addEventListener: () => undefined,
        removeEventListener: () => undefined,
      }) as unknown as MediaQueryList,
  )
const open = (every?: number) =>
  render(
    <Carousel
      title="Letters"
      items={letters}
      keyOf={(l) => l}
      width="w-1"
      first={2}
      {...(every && { every })}
    >
      {(letter) => <a href={`/${letter}`}>{letter}</a>}
    </Carousel>,
  )
const pass = (ms: number) =>
  act(() => {
    vi.advanceTimersByTime(ms)
  })
const region = () => screen.getByRole('region', { name: 'Letters' })

describe('A carousel', () => {
  test('A carousel advances by itself and restarts after the last item', () => {
    open(5000)
    pass(4999)
    expect(scrolledTo).toEqual([])
    for (let turn = 0; turn < 6; turn += 1) pass(5000)
    expect(scrolledTo).toEqual([100, 200, 300, 400, 500, 0])
  })

  test('Whoever wants calm stops it with a button, and starts it again [R-HOME-31]', () => {
    open(5000)
    fireEvent.click(screen.getByRole('button', { name: 'Pause Letters' }))
    pass(60_000)
    expect(scrolledTo).toEqual([])
    fireEvent.click(screen.getByRole('button', { name: 'Play Letters' }))
    pass(5000)
    expect(scrolledTo).toEqual([100])
  })

  test('It waits under a pointer, around the focus and in a hidden tab [R-HOME-31]', () => {
    open(5000)
    fireEvent.pointerEnter(region())
    pass(20_000)
    fireEvent.pointerLeave(region())
    fireEvent.focus(screen.getByRole('link', { name: 'a' }))
    pass(20_000)
    fireEvent.blur(screen.getByRole('link', { name: 'a' }))
    const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
    fireEvent(document, new Event('visibilitychange'))
    pass(20_000)
    expect(scrolledTo).toEqual([])
    hidden.mockReturnValue(false)
    fireEvent(document, new Event('visibilitychange'))
    pass(5000)
    expect(scrolledTo).toEqual([100])
  })

  test('Below the fold nothing moves', () => {
    browser.report(false)
    open(5000)
    pass(60_000)
    expect(scrolledTo).toEqual([])
  })

  test('With reduced motion it stands still until somebody starts it [R-HOME-31]', () => {
    calmly(true)
    open(5000)
    pass(60_000)
    expect(scrolledTo).toEqual([])
    fireEvent.click(screen.getByRole('button', { name: 'Play Letters' }))
    pass(5000)
    expect(scrolledTo).toEqual([100])
  })

  test('Buttons page through it, also backwards over the beginning', () => {
    open()
    expect(screen.queryByRole('button', { name: /Pause|Play/ })).toBeNull()
    fireEvent.click(screen.getByRole('button', { name: 'Next in Letters' }))
    fireEvent.click(screen.getByRole('button', { name: 'Previous in Letters' }))
    fireEvent.click(screen.getByRole('button', { name: 'Previous in Letters' }))
    expect(scrolledTo).toEqual([100, 0, 500])
  })

  test('Off-screen items are drawn when the page is idle, in reserved places', () => {
    open()
    expect(screen.getAllByRole('listitem')).toHaveLength(6)
    expect(screen.getAllByRole('link')).toHaveLength(2)
    pass(10)
    expect(screen.getAllByRole('link')).toHaveLength(6)
  })

  test('A row far below the window draws its rest once it comes near', () => {
    browser.report(false)
    open()
    pass(60_000)
    expect(screen.getAllByRole('link')).toHaveLength(2)
    act(() => browser.report(true))
    pass(10)
    expect(screen.getAllByRole('link')).toHaveLength(6)
  })
})

describe('The pictures at the top of Home', () => {
  const current = () =>
    screen
      .getAllByRole('button', { name: /Picture \d of 3/ })
      .findIndex((dot) => dot.getAttribute('aria-current') === 'true')

  test('A dot that becomes the current one moves nothing', () => {
    render(<Hero />)
    const dots = screen.getAllByRole('button', { name: /^Picture \d of 3$/ })
    const widths = dots.map((dot) => /\bw-\S+/.exec(dot.firstElementChild?.className ?? '')?.[0])
    expect(widths).toEqual(['w-6', 'w-6', 'w-6'])
  })

  test('Three pictures take turns every five seconds [R-HOME-04 R-CONST-11]', () => {
    render(<Hero />)
    expect(screen.getAllByRole('listitem')).toHaveLength(3)
    expect(current()).toBe(0)
    pass(4999)
    expect(current()).toBe(0)
    pass(1)
    expect(current()).toBe(1)
    pass(5000)
    pass(5000)
    expect(current()).toBe(0)
  })

  test('The first picture loads at once, and the others when the page is idle [R-HOME-03]', () => {
    const { container } = render(<Hero />)
    const sources = () => [...container.querySelectorAll('img')].map((img) => img.getAttribute('src'))
    expect(sources()).toEqual(['/hero/1.webp'])
    expect(container.querySelector('img')?.getAttribute('fetchpriority')).toBe('high')
    pass(10)
    expect(sources()).toEqual(['/hero/1.webp', '/hero/2.webp', '/hero/3.webp'])
  })

  test('A picture that does not come leaves its line and its way standing', () => {
    const { container } = render(<Hero />)
    const first = container.querySelector('img')
    if (first) fireEvent.error(first)
    expect(container.querySelector('img[src="/hero/1.webp"]')).toBeNull()
    expect(screen.getByRole('link', { name: 'Meet the SUVs' }).getAttribute('href')).toBe(
      '/listings?types=SUV',
    )
  })
})
