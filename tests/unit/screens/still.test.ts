import { afterEach, describe, expect, test, vi } from 'vitest'
import { drawStill } from '../../../src/app/still/draw-still.ts'
import { endStill } from '../../../src/app/still/end-still.ts'
import { turns } from '../../support/turns.ts'

afterEach(() => {
  document.body.replaceChildren()
  vi.useRealTimers()
})

const card = (n: number) => `
  <li><article aria-labelledby="t${n}"><a href="/listing/car-${n}" data-transition>
    <picture style="background-image:url(x)"><img src="/media/${n}/640.webp" alt=""></picture>
    <time datetime="2026-03-01T10:00:00Z">3 h ago</time><h2 id="t${n}">Car ${n}</h2></a>
    <button data-own aria-pressed="true" aria-label="Save Car ${n}, will be sent">♥</button>
  </article></li>`
const page = (cars: number, busy = false) => `<div id="app"><div class="page">
  <a href="#content">Skip to content</a>
  <header><a href="/">Motorkin</a><div data-own><a href="/profile">Thandi</a></div></header>
  <main id="content"><h1 class="sr-only">Cars</h1><section aria-busy="${busy}">
    <ul>${Array.from({ length: cars }, (_, n) => card(n)).join('')}</ul></section>
    <dialog>Who are you?</dialog></main>
  <nav><a href="/saved">Saved</a></nav><footer>Terms</footer><div>News for Thandi</div></div></div>`
function draw(html: string): string | undefined {
  document.body.innerHTML = html
  const app = document.getElementById('app')
  return app ? drawStill(app, () => 'as of 1 Mar 12:00') : undefined
}

describe('A still of the list', () => {
  test('holds what anyone sees at this address, and nothing of a person', () => {
    const still = draw(page(12)) ?? ''
    expect(still).toContain('Car 8')
    expect(still).toContain('<button tabindex="-1"></button>')
    for (const word of ['Car 9', 'Thandi', 'will be sent', '♥', 'pressed', 'Who are you', 'News', 'Terms'])
      expect(still).not.toContain(word)
  })
  test('says when its prices were true in words that stay true', () => {
    const still = draw(page(1)) ?? ''
    expect(still).toContain('as of 1 Mar 12:00')
    expect(still).not.toContain('ago')
  })
  test('brings no name, no state and no style of its own, and leaves the page as it was', () => {
    const still = draw(page(2)) ?? ''
    expect(still).not.toMatch(/ (id|style|data-[a-z]+|aria-(label|pressed|busy|labelledby))=/)
    expect(still).toContain('href="/listing/car-1"')
    expect(document.getElementById('t0')?.textContent).toBe('Car 0')
  })
  test.each([
    ['waits for its cars', page(3, true)],
    ['has none', page(0)],
  ])('is not taken of a page that %s', (_, html) => {
    expect(draw(html)).toBeUndefined()
  })
})

describe('A still before the app', () => {
  const open = () => {
    document.body.innerHTML = '<div id="still"><a href="/listing/x">old</a></div><div id="app"></div>'
    const app = document.getElementById('app') as HTMLElement
    endStill(app)
    return { app, there: () => document.getElementById('still') !== null }
  }
  const busy = '<main><div aria-busy="true"></div></main>'
  test('stands until the app shows its own cars [R-PWA-18]', async () => {
    const { app, there } = open()
    app.innerHTML = busy
    await turns(3)
    expect(there()).toBe(true)
    app.querySelector('[aria-busy]')?.setAttribute('aria-busy', 'false')
    await turns(3)
    expect(there()).toBe(false)
  })
  test('does not stand for ever when nothing comes', () => {
    vi.useFakeTimers()
    const { app, there } = open()
    app.innerHTML = busy
    vi.advanceTimersByTime(5999)
    expect(there()).toBe(true)
    vi.advanceTimersByTime(1)
    expect(there()).toBe(false)
  })
  test('does not swallow a tap: it goes to what stands there then', async () => {
    const { app } = open()
    const tap = new MouseEvent('click', { bubbles: true, cancelable: true, clientX: 5, clientY: 6 })
    document.querySelector('#still a')?.dispatchEvent(tap)
    // Nothing leaves the page in between.
    expect(tap.defaultPrevented).toBe(true)
    app.innerHTML = '<main><a href="/listing/x"><b>new</b></a></main>'
    const followed = vi.fn<(event: Event) => void>((event) => event.preventDefault())
    app.querySelector('a')?.addEventListener('click', followed)
    const found = vi.fn<Document['elementFromPoint']>(() => app.querySelector('b'))
    document.elementFromPoint = found
    await turns(3)
    expect(found).toHaveBeenCalledWith(5, 6)
    expect(followed).toHaveBeenCalledOnce()
  })
})
