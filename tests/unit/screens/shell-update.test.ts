import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Notice } from '#ui/layer/snackbar.tsx'
import {
  type ChunkGuardPorts,
  guardChunk,
  hasUnsavedInput,
  noteField,
} from '../../../src/app/update/use-updates.ts'
import { offerUpdate } from '../../../src/app/update/watch-worker.ts'
import { turns } from '../../support/turns.ts'

/** A browser whose workers control no page yet. */
beforeEach(() => {
  Object.defineProperty(navigator, 'serviceWorker', { configurable: true, value: new EventTarget() })
})
afterEach(() => {
  Reflect.deleteProperty(navigator, 'serviceWorker')
})

const fakeWorker = () => {
  const listeners = new Map<string, () => void>()
  return {
    addEventListener: (type: string, listener: () => void) => void listeners.set(type, listener),
    messageSkipWaiting: vi.fn<() => void>(),
    happens: (type: string) => listeners.get(type)?.(),
  }
}

describe('A new version', () => {
  test('It is offered, and nothing reloads until the person says so [R-PWA-19]', () => {
    const worker = fakeWorker()
    const reload = vi.fn<() => void>()
    const notices: Notice[] = []
    offerUpdate(worker, (notice) => void notices.push(notice), reload)
    worker.happens('waiting')
    expect(notices).toMatchObject([
      { message: 'A new version is ready', sticky: true, action: { label: 'Reload' } },
    ])
    expect(worker.messageSkipWaiting).not.toHaveBeenCalled()
    notices[0]?.action?.run()
    expect(worker.messageSkipWaiting).toHaveBeenCalledOnce()
    expect(reload).not.toHaveBeenCalled()
    worker.happens('controlling')
    expect(reload).toHaveBeenCalledOnce()
  })

  test('It is one notice, also when a newer one takes its place', () => {
    const worker = fakeWorker()
    const notices: Notice[] = []
    offerUpdate(
      worker,
      (notice) => void notices.push(notice),
      () => {},
    )
    worker.happens('waiting')
    worker.happens('waiting')
    // Two notices are equal when their text and their action are equal.
    expect(notices).toHaveLength(2)
    expect(notices[1]?.action).toBe(notices[0]?.action)
  })

  test('A page does not reload without asking when another tab accepts the update', () => {
    const worker = fakeWorker()
    const reload = vi.fn<() => void>()
    offerUpdate(worker, () => {}, reload)
    worker.happens('waiting')
    worker.happens('controlling')
    expect(reload).not.toHaveBeenCalled()
  })
})

describe('Code that is gone after a release', () => {
  const world = (change: Partial<ChunkGuardPorts> = {}): ChunkGuardPorts => {
    const memory = new Map<string, string>()
    return {
      answers: () => Promise.resolve(true),
      hasUnsavedInput: () => false,
      memory: {
        getItem: (key) => memory.get(key) ?? null,
        setItem: (key, value) => void memory.set(key, value),
      },
      now: () => 10_000_000,
      ...change,
      reload: vi.fn<() => void>(),
    }
  }
  test('The page is loaded anew once, not in a circle', async () => {
    const w = world()
    // Two parts of the page fail to load their code at the same moment.
    expect(await Promise.all([guardChunk(w), guardChunk(w)])).toEqual([true, false])
    expect(await guardChunk(w)).toBe(false)
    expect(w.reload).toHaveBeenCalledOnce()
  })
  test.each<[string, Partial<ChunkGuardPorts>]>([
    ['when our server does not answer now, whatever the browser says', { answers: async () => false }],
    ['when asking our server breaks', { answers: () => Promise.reject(new Error('gone')) }],
    ['while something typed is not sent', { hasUnsavedInput: () => true }],
    ['where the try cannot be remembered', { memory: undefined }],
  ])('It is not loaded anew %s', async (_, change) => {
    const w = world(change)
    expect(await guardChunk(w).catch(() => false)).toBe(false)
    expect(w.reload).not.toHaveBeenCalled()
  })
  test('The page is not reloaded when the person started typing during the check', async () => {
    let typed = false
    const w = world({
      hasUnsavedInput: () => typed,
      answers: async () => {
        typed = true
        return true
      },
    })
    expect(await guardChunk(w)).toBe(false)
    expect(w.reload).not.toHaveBeenCalled()
  })
})

describe('What a person changed in a form', () => {
  beforeEach(() => {
    for (const type of ['focusin', 'input']) document.addEventListener(type, noteField, true)
  })
  afterEach(() => {
    for (const type of ['focusin', 'input']) document.removeEventListener(type, noteField, true)
    document.body.replaceChildren()
  })
  type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement
  const fieldIn = (html: string) => {
    document.body.innerHTML = `<main>${html}</main>`
    expect(hasUnsavedInput(document)).toBe(false)
    return document.querySelector<Field>('textarea, input, select') as Field
  }
  const change = (field: Field, value: string) => {
    field.focus()
    expect(hasUnsavedInput(document)).toBe(false)
    field.value = value
    field.dispatchEvent(new Event('input', { bubbles: true }))
  }
  test.each([
    ['typed text', '<form><textarea>as it came</textarea></form>'],
    ['a step of the wizard, which has no form', '<div data-wizard><input value="as it came"></div>'],
    ['a choice', '<form><select><option>first<option>second</select></form>'],
    ['a choice that came with one', '<form><select><option>second<option selected>first</select></form>'],
  ])('counts as unsaved until it is as before: %s', (_, html) => {
    const field = fieldIn(html)
    const before = field.value
    change(field, 'second')
    expect(hasUnsavedInput(document)).toBe(true)
    field.value = before
    expect(hasUnsavedInput(document)).toBe(false)
  })
  test('counts as unsaved although React keeps the default in step', () => {
    const field = fieldIn('<form><input value="as it came"></form>')
    change(field, 'typed')
    field.setAttribute('value', 'typed')
    expect(hasUnsavedInput(document)).toBe(true)
  })
  test('counts as unsaved where the field was not seen before', () => {
    const field = fieldIn('<form><input type="checkbox"></form>')
    field.dispatchEvent(new Event('input', { bubbles: true }))
    expect(hasUnsavedInput(document)).toBe(true)
  })
  test.each([
    ['a search', '<search><form><input></form></search>'],
    ['a form that leads to an address', '<form action="/listings"><input></form>'],
    ['a filter that applies at once', '<input>'],
  ])('does not count in %s', (_, html) => {
    change(fieldIn(html), 'typed')
    expect(hasUnsavedInput(document)).toBe(false)
  })
  test('does not count when its form is gone', () => {
    change(fieldIn('<form><input></form>'), 'typed')
    document.querySelector('form')?.remove()
    expect(hasUnsavedInput(document)).toBe(false)
  })
})

test('A page tells one worker after the other of its pictures, each picture once', async () => {
  const watching = new Set<object>()
  vi.stubGlobal(
    'PerformanceObserver',
    class {
      observe = () => void watching.add(this)
      disconnect = () => void watching.delete(this)
    },
  )
  const worker = { ...fakeWorker(), messageSW: () => Promise.resolve(), register: () => Promise.resolve() }
  vi.resetModules()
  vi.doMock('workbox-window', () => ({
    Workbox: function Workbox() {
      return worker
    },
  }))
  const { watchWorker } = await import('../../../src/app/update/watch-worker.ts')
  const end = watchWorker(() => {})
  worker.happens('controlling')
  worker.happens('controlling')
  expect(watching.size).toBe(1)
  end()
  expect(watching.size).toBe(0)
  vi.doUnmock('workbox-window')
  vi.unstubAllGlobals()
})

test('The page retries a failed worker install once online and heeds only the latest [R-PWA-16]', async () => {
  const installing = Object.assign(new EventTarget(), { state: 'installing' })
  const workers: ReturnType<typeof fakeWorker>[] = []
  vi.doMock('workbox-window', () => ({
    Workbox: function Workbox() {
      const worker = fakeWorker()
      workers.push(worker)
      return {
        ...worker,
        register: () => Promise.resolve(workers.length === 1 ? { installing } : { installing: null }),
      }
    },
  }))
  vi.resetModules()
  const { watchWorker } = await import('../../../src/app/update/watch-worker.ts')
  const notices: Notice[] = []
  const end = watchWorker((notice) => void notices.push(notice))
  await turns()
  dispatchEvent(new Event('online'))
  expect(workers).toHaveLength(1)
  installing.state = 'redundant'
  installing.dispatchEvent(new Event('statechange'))
  await turns()
  dispatchEvent(new Event('online'))
  await turns()
  expect(workers).toHaveLength(2)
  for (const worker of workers) worker.happens('waiting')
  expect(notices).toHaveLength(1)
  dispatchEvent(new Event('online'))
  await turns()
  expect(workers).toHaveLength(2)
  end()
  vi.doUnmock('workbox-window')
})
