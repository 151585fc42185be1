import { afterEach, describe, expect, test, vi } from 'vitest'
import { drawStill } from '../../../src/app/shell/still/draw-still.ts'
import { endStill } from '../../../src/app/shell/still/end-still.ts'
import { turns } from '../../support/turns.ts'

afterEach(() => {
  document.body.replaceChildren()
  vi.useRealTimers()
})

const card = (n: number) => `
  <li><article aria-labelledby="t${n}"><a href="/listing/car-${n}" data-transition>
    <picture style="background-image:url(x)"><img src="/media/${n}/640.webp" alt=""></picture>
    <h2 id="t${n}">Car ${n}</h2></a>
    <button data-own aria-pressed="true" aria-label="Save Car ${n}, will be sent">♥</button>
  </article></li>`
const page = (cars: number, busy = false) => `<div id="app"><div class="page">
  <a href="#content">Skip to content</a>
  <header><a href="/">Motorkin</a><div data-own><a href="/profile">Thandi</a></div></header>
  <main id="content"><h1 class="sr-only">Cars</h1><section aria-busy="${busy}">
    <button aria-busy="true">Refresh</button><ul>${Array.from({ length: cars }, (_, n) => card(n)).join('')}</ul></section>
    <dialog>Who are you?</dialog></main>
  <nav><a href="/saved">Saved</a><a href="/profile" data-own="href">You</a></nav><footer>Terms</footer><div>News for Thandi</div></div></div>`
function draw(html: string): string | undefined {
  document.body.innerHTML = html
  const app = document.getElementById('app')
  return app ? drawStill(app) : undefined
}

describe('A still of the list', () => {
  test('holds what anyone sees at this address, and nothing of a person', () => {
    const still = draw(page(12)) ?? ''
    expect(still).toContain('Car 8')
    expect(still).toContain('<button tabindex="-1"></button>')
    expect(still).toContain('<a tabindex="-1">You</a>')
    for (const word of ['Car 9', 'Thandi', 'will be sent', '♥', 'pressed', 'Who are you', 'News', 'Terms'])
      expect(still).not.toContain(word)
  })
  test('brings no name, no state and no style of its own, and leaves the page as it was', () => {
    const still = draw(page(2)) ?? ''
    expect(still).not.toMatch(/ (id|style|data-[a-z]+|aria-(label|pressed|busy|labelledby))=/)
    expect(still).toContain('href="/listing/car-1"')
    expect(document.getElementById('t0')?.textContent).toBe('Car 0')
  })
  test.each<[string, string]>([
    ['waits for its cars', page(3, true)],
    ['has none', page(0)],
    ['says what is true only now', page(3).replace('<footer>', '<span data-passing>Offline</span><footer>')],
    ['shows the last searches', page(3).replace('<ul>', '<div role="listbox">bmw</div><ul>')],
    [
      'shows prices that are not new',
      page(3).replace('<h2', '<time datetime="2026-03-01">3 h ago</time><h2'),
    ],
  ])('is not taken of a page that %s', (_, html) => {
    expect(draw(html)).toBeUndefined()
  })
})

describe('A still before the app', () => {
  const open = (still = '<a href="/listing/x">old</a>') => {
    document.body.innerHTML = `<div id="still">${still}</div><div id="app"></div>`
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
  const tapAt = (target: Element | null, init: MouseEventInit = {}) => {
    const tap = new MouseEvent('click', { bubbles: true, cancelable: true, clientX: 5, clientY: 6, ...init })
    target?.dispatchEvent(tap)
    return tap
  }
  const standing = (html: string, found: string) => {
    document.elementFromPoint = () => document.querySelector(`#app ${found}`)
    return `<main>${html}</main>`
  }
  const clicks = (app: Element) => {
    const seen: string[] = []
    app.addEventListener('click', (event) => {
      event.preventDefault()
      seen.push((event.target as Element).outerHTML)
    })
    return seen
  }
  test('does not swallow a tap on a car: its page is opened, wherever that car stands by then', async () => {
    const { app } = open()
    const seen = clicks(app)
    // Nothing leaves the page in between.
    expect(tapAt(document.querySelector('#still a')).defaultPrevented).toBe(true)
    app.innerHTML = standing('<a href="/listing/y">other</a><a href="/listing/x">new</a>', 'a')
    await turns(3)
    expect(seen).toEqual(['<a href="/listing/x">new</a>'])
  })
  test('hands a tap on a button to the same button, and one on a field to that field', async () => {
    const { app } = open('<button class="sort">Sort</button>')
    const seen = clicks(app)
    tapAt(document.querySelector('#still button'))
    app.innerHTML = standing('<button class="sort">Sort</button>', 'button')
    await turns(3)
    expect(seen).toEqual(['<button class="sort">Sort</button>'])
    const next = open('<label>words</label>')
    tapAt(document.querySelector('#still label'))
    next.app.innerHTML = standing('<label><input></label>', 'input')
    await turns(3)
    expect(document.activeElement?.tagName).toBe('INPUT')
  })
  test.each<[string, string, MouseEventInit]>([
    ['something else stands in that place by then', '<button class="else">Else</button>', {}],
    ['nobody knows which way a heart is meant', '<button class="sort" data-own="">♥</button>', {}],
    ['it was for a new tab', '<button class="sort">Sort</button>', { ctrlKey: true }],
  ])('lets a tap go where %s', async (_, there, init) => {
    const { app } = open('<button class="sort">Sort</button>')
    const seen = clicks(app)
    tapAt(document.querySelector('#still button'), init)
    app.innerHTML = standing(there, 'button')
    await turns(3)
    expect(seen).toEqual([])
  })
})
