import { act, screen } from '@testing-library/react'
import { type ReactNode, useState } from 'react'
import { hydrateRoot, type Root } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { firstViewId } from '#contract/first-view.ts'
import { redoEarlyActions, takenOver } from '../../../src/app/first-view/early-actions.ts'

/**
 * Actions on a page drawn by the server before its code is loaded; the browser reports changes of selects and submissions as
 * events.
 */
let place: HTMLElement
let root: Root | undefined
const listening: (() => void)[] = []
/** Animations of the page; happy-dom has none. */
let moving: { animationName: string; finish: () => void }[] = []
beforeEach(() => {
  vi.useFakeTimers()
  Object.defineProperty(document, 'getAnimations', { value: () => moving, configurable: true })
  const add = window.addEventListener.bind(window)
  // In a browser these listeners end with the page.
  vi.stubGlobal('addEventListener', (...all: Parameters<typeof add>) => {
    add(...all)
    listening.push(() => window.removeEventListener(all[0], all[1], all[2]))
  })
})
afterEach(() => {
  for (const end of listening.splice(0)) end()
  act(() => root?.unmount())
  root = undefined
  document.body.replaceChildren()
  moving = []
  Reflect.deleteProperty(document, 'getAnimations')
  vi.useRealTimers()
})

/** Draws the page as the server does, with the loader. */
async function draw(app: ReactNode): Promise<void> {
  place = document.createElement('div')
  place.innerHTML = renderToString(app)
  const data = document.createElement('script')
  data.type = 'application/json'
  data.id = firstViewId
  data.textContent = JSON.stringify({ takeover: { entry: 'data:text/javascript,0', modules: [] } })
  document.body.replaceChildren(place, data)
  vi.resetModules()
  await import('../../../src/app/first-view/loader.ts')
}
const hydrate = (app: ReactNode) =>
  act(() => {
    root = hydrateRoot(place, app)
  })
const tell = () =>
  act(() => void window.dispatchEvent(new CustomEvent(takenOver, { detail: redoEarlyActions })))
const later = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
/** Fires the event that a browser fires after a change. */
const changed = (field: Element) => field.dispatchEvent(new Event('input', { bubbles: true }))
function send(form: HTMLFormElement): boolean {
  const sent = new Event('submit', { bubbles: true, cancelable: true })
  form.dispatchEvent(sent)
  return !sent.defaultPrevented
}

const field = <T extends Element>(selector: string): T => {
  const found = place.querySelector<T>(selector)
  if (!found) throw new Error(`The page has no ${selector}`)
  return found
}

function Wishes() {
  const [words, setWords] = useState('')
  const [note, setNote] = useState('')
  const [near, setNear] = useState(false)
  const [all, setAll] = useState(true)
  const [gear, setGear] = useState('manual')
  return (
    <>
      <input name="words" value={words} onChange={(e) => setWords(e.target.value)} />
      <textarea name="note" value={note} onChange={(e) => setNote(e.target.value)} />
      <input type="checkbox" name="near" checked={near} onChange={(e) => setNear(e.target.checked)} />
      <input type="checkbox" name="all" checked={all} onChange={(e) => setAll(e.target.checked)} />
      {['manual', 'automatic', 'other'].map((one) => (
        <input
          key={one}
          type="radio"
          name="gear"
          value={one}
          checked={gear === one}
          onChange={() => setGear(one)}
        />
      ))}
      <output>{[words, note, near, all, gear].join(' ')}</output>
    </>
  )
}
const told = () => screen.getByText(/manual|automatic|other/, { selector: 'output' }).textContent

test('What is typed and ticked before the app is there is the app’s afterwards', async () => {
  await draw(<Wishes />)
  for (const [name, words] of [
    ['words', 'Hilux'],
    ['note', 'red'],
  ] as const) {
    const one = field<HTMLInputElement>(`[name=${name}]`)
    one.value = words
    changed(one)
  }
  // A click ticks the field and fires the events; the second choice unticks the first.
  for (const name of ['near', 'all', 'gear][value=other', 'gear][value=automatic'])
    field<HTMLInputElement>(`[name=${name}]`).click()
  hydrate(<Wishes />)
  tell()
  await later(100)
  expect(told()).toBe('Hilux red true false automatic')
  expect(field<HTMLInputElement>('[name=near]').checked).toBe(true)
})

test('Who goes on typing while the code of another part comes loses no letter', async () => {
  await draw(<Wishes />)
  const words = field<HTMLInputElement>('[name=words]')
  words.value = 'Hi'
  changed(words)
  // The code of this part does not load.
  const late = document.createElement('button')
  late.type = 'button'
  document.body.append(late)
  late.click()
  hydrate(<Wishes />)
  tell()
  words.value = 'Hilux'
  act(() => void changed(words))
  await later(20_000)
  expect(words.value).toBe('Hilux')
  expect(told()).toBe('Hilux  false true manual')
})

test('A form without an address never puts its fields into the page’s address', async () => {
  await draw(<form />)
  expect(send(field('form'))).toBe(false)
})

test('A form that leads somewhere is sent by the browser at once', async () => {
  await draw(<form action="/listings" />)
  expect(send(field('form'))).toBe(true)
})

test('A tap is done once, also when its part comes long after the page', async () => {
  const taps = vi.fn<() => void>()
  await draw(<button onClick={taps}>Save</button>)
  tell()
  field<HTMLElement>('button').click()
  await later(5000)
  expect(taps).not.toHaveBeenCalled()
  hydrate(<button onClick={taps}>Save</button>)
  await later(100)
  expect(taps).toHaveBeenCalledTimes(1)
  act(() => field<HTMLElement>('button').click())
  await later(20_000)
  expect(taps).toHaveBeenCalledTimes(2)
})

test('A tap on a hydrated page waits for this phone’s own values', async () => {
  const taps = vi.fn<() => void>()
  await draw(<button onClick={taps}>Chat</button>)
  hydrate(<button onClick={taps}>Chat</button>)
  act(() => field<HTMLElement>('button').click())
  await later(100)
  expect(taps).not.toHaveBeenCalled()
  tell()
  await later(100)
  expect(taps).toHaveBeenCalledTimes(1)
})

test('A tap on a part that never loads is dropped instead of replayed later', async () => {
  const taps = vi.fn<() => void>()
  await draw(<button onClick={taps}>Save</button>)
  await later(5000)
  field<HTMLElement>('button').click()
  tell()
  await later(13_000)
  hydrate(<button onClick={taps}>Save</button>)
  await later(20_000)
  expect(taps).not.toHaveBeenCalled()
})

test('What lies below the window is laid out one part a frame', async () => {
  let laid = 0
  const part = { animationName: 'laid-later', finish: () => void laid++ }
  moving = [part, { animationName: 'endless', finish: () => expect.unreachable() }, part, part]
  document.documentElement.dataset['drawn'] = ''
  await draw(<p>Cars</p>)
  window.dispatchEvent(new Event('pointerdown'))
  const seen: [number, boolean][] = []
  for (let frame = 0; frame < 6; frame++) {
    seen.push([laid, 'drawn' in document.documentElement.dataset])
    await later(16)
  }
  expect(seen).toEqual([
    [0, true],
    // The first frame shows the touched element.
    [0, true],
    [1, true],
    [2, true],
    [3, false],
    [3, false],
  ])
})
