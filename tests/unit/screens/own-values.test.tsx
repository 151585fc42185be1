import { act, waitFor } from '@testing-library/react'
import { setImmediate as afterTask } from 'node:timers'
import { lazy, type ReactNode, StrictMode, Suspense, useEffect, useLayoutEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { createRoot, hydrateRoot, type Root } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Env } from '#local'
import { type Cell, cell, type Readable } from '../../../src/local/platform/cell.ts'
import { useHydrated, useReadable } from '../../../src/local/react/context.ts'
import { Heart } from '../../../src/parts/heart.tsx'
import { nothing, OnStage, stage } from '../../support/stage.tsx'

/** The browser's state of the visitor: no tap and no key yet. */
const visitor = { hasBeenActive: false }
beforeEach(() => {
  visitor.hasBeenActive = false
  Object.defineProperty(navigator, 'userActivation', { value: visitor, configurable: true })
})
const roots: Root[] = []
afterEach(() => {
  act(() => {
    for (const root of roots.splice(0)) root.unmount()
  })
  Reflect.deleteProperty(navigator, 'userActivation')
  document.body.replaceChildren()
})

/** Returns a page as the server drew it. */
function drawn(app: ReactNode): HTMLElement {
  const place = document.createElement('p')
  place.innerHTML = renderToString(app)
  document.body.append(place)
  return place
}
/** Hydrates the page; a hydration mismatch fails the test. */
function hydrate(place: HTMLElement, app: ReactNode): void {
  roots.push(hydrateRoot(place, app, { onRecoverableError: reportError }))
}
/** Runs React as in a browser, without `act`. */
async function inBrowser(work: () => Promise<void>): Promise<void> {
  const actual = globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean | undefined }
  const before = actual.IS_REACT_ACT_ENVIRONMENT
  actual.IS_REACT_ACT_ENVIRONMENT = false
  try {
    await work()
  } finally {
    actual.IS_REACT_ACT_ENVIRONMENT = before
  }
}
/** Blocks like the rendering of one part of a page on a slow phone. */
function work(ms: number): void {
  const end = performance.now() + ms
  while (performance.now() < end);
}
function Name({ of }: { of: Readable<string> }) {
  return `${useReadable(of)} ${useHydrated() ? 'here' : 'drawn'}`
}

test('A drawn page hydrates without errors, then shows this phone’s values in slices', async () => {
  const person = cell('guest')
  const place = drawn(<Name of={person} />)
  expect(place.textContent).toBe('guest drawn')
  person.set('Thandi')
  act(() => hydrate(place, <Name of={person} />))
  expect(place.textContent).toBe('Thandi here')

  // A store that React subscribes to would be rendered here, synchronously and as a whole.
  flushSync(() => person.set('Lindiwe'))
  expect(place.textContent).toBe('Thandi here')
  await waitFor(() => expect(place.textContent).toBe('Lindiwe here'))
})

test('A page that is rendered twice for strictness hydrates as it was drawn', async () => {
  const person = cell('guest')
  const app = (
    <StrictMode>
      <Name of={person} />
    </StrictMode>
  )
  const place = drawn(app)
  person.set('Thandi')
  act(() => hydrate(place, app))
  expect(place.textContent).toBe('Thandi here')
  act(() => person.set('Lindiwe'))
  expect(place.textContent).toBe('Lindiwe here')
})

/** Counts the tasks that rendered each text: a long task blocks input. */
function watchTasks() {
  let task = 0
  let isOver = false
  const next = () => {
    task++
    if (!isOver) afterTask(next)
  }
  afterTask(next)
  const tasks = new Map<string, Set<number>>()
  return {
    rendered: (text: string) => void tasks.set(text, (tasks.get(text) ?? new Set()).add(task)),
    of: (text: string) => tasks.get(text)?.size ?? 0,
    end: () => {
      isOver = true
    },
  }
}

test('Neither the own values after hydration nor a later change is one long task', () =>
  inBrowser(async () => {
    const person = cell('guest')
    const tasks = watchTasks()
    const followed = new Map<string, number>()
    function Part() {
      const name = useReadable(person)
      work(3)
      tasks.rendered(name)
      useEffect(() => void followed.set(name, (followed.get(name) ?? 0) + 1), [name])
      return <i>{name}</i>
    }
    const app = Array.from({ length: 20 }, (_, at) => <Part key={at} />)
    const place = drawn(app)
    person.set('Thandi')
    hydrate(place, app)
    // React renders a change synchronously if it happens before React has run its effects.
    await waitFor(() => expect(followed.get('Thandi')).toBe(20))
    person.set('Lindiwe')
    await waitFor(() => expect(place.textContent).toBe('Lindiwe'.repeat(20)))
    tasks.end()
    // Each rendering takes 60 ms, and React yields after 5 ms.
    for (const name of ['Thandi', 'Lindiwe']) expect([name, tasks.of(name) > 4]).toEqual([name, true])
  }))

test('All parts of a page show the same value, however often it changes meanwhile', () =>
  inBrowser(async () => {
    const person = cell('guest')
    let renders = 0
    function Part() {
      const name = useReadable(person)
      work(3)
      renders++
      return <i>{name}</i>
    }
    const app = Array.from({ length: 10 }, (_, at) => <Part key={at} />)
    const place = drawn(app)
    hydrate(place, app)
    await waitFor(() => expect(renders).toBeGreaterThan(19))
    const seen: string[] = []
    const changes = new MutationObserver(() => {
      seen.push(place.textContent)
    })
    changes.observe(place, { subtree: true, childList: true, characterData: true })
    renders = 0
    person.set('Thandi')
    // The rendering is in progress.
    await waitFor(() => expect(renders).toBeGreaterThan(2), { interval: 1 })
    expect(renders).toBeLessThan(10)
    person.set('Lindiwe')
    await waitFor(() => expect(place.textContent).toBe('Lindiwe'.repeat(10)))
    changes.disconnect()
    expect(seen.filter((text) => !/^(?:(?:Thandi)+|(?:Lindiwe)+|(?:guest)+)$/.test(text))).toEqual([])
  }))

test('A late part hydrates as it was drawn, then shows own values', async () => {
  const person = cell('guest')
  let come: (part: { default: typeof Name }) => void = () => undefined
  const Late = lazy(() => new Promise<{ default: typeof Name }>((resolve) => (come = resolve)))
  const page = (Part: typeof Name | typeof Late) => (
    <>
      <Name of={person} />,
      <Suspense>
        <Name of={person} />,
        <Part of={person} />
      </Suspense>
    </>
  )
  const place = drawn(page(Name))
  await act(async () => hydrate(place, page(Late)))
  person.set('Thandi')
  await act(async () => person.set('Lindiwe'))
  expect(place.textContent).toBe('Lindiwe here,guest drawn,guest drawn')
  await act(async () => come({ default: Name }))
  expect(place.textContent).toBe('Lindiwe here,Lindiwe here,Lindiwe here')
})

test('What is new on a page shows the current value at once', () => {
  const person = cell('guest')
  const first: string[] = []
  function New() {
    const name = useReadable(person)
    const hydrated = useHydrated()
    first.push(`${name} ${hydrated}`)
    return null
  }
  function Page() {
    const [isOpen, setOpen] = useState(false)
    return (
      <>
        <button onClick={() => setOpen(true)}>
          <Name of={person} />
        </button>
        {isOpen && <New />}
      </>
    )
  }
  const place = drawn(<Page />)
  person.set('Thandi')
  act(() => hydrate(place, <Page />))
  act(() => place.querySelector('button')?.click())
  expect(first[0]).toBe('Thandi true')
})

test('Two roots follow one value, the drawn one from what was drawn', () => {
  const person = cell('guest')
  const place = drawn(<Name of={person} />)
  person.set('Thandi')
  const other = document.createElement('p')
  const second = createRoot(other)
  roots.push(second)
  act(() => {
    hydrate(place, <Name of={person} />)
    second.render(<Name of={person} />)
  })
  expect([place.textContent, other.textContent]).toEqual(['Thandi here', 'Thandi here'])
  act(() => person.set('Lindiwe'))
  expect([place.textContent, other.textContent]).toEqual(['Lindiwe here', 'Lindiwe here'])
})

test('A value that changes before a new part follows it is not missed', () => {
  const person = cell('guest')
  function Changing() {
    useLayoutEffect(() => person.set('Thandi'), [])
    return null
  }
  const app = (
    <>
      <Name of={person} />
      <Changing />
    </>
  )
  const place = drawn(app)
  act(() => hydrate(place, app))
  expect(place.textContent).toBe('Thandi here')
  person.set('guest')
  const other = document.createElement('p')
  const second = createRoot(other)
  roots.push(second)
  act(() => second.render(app))
  expect(other.textContent).toBe('Thandi here')
})

test('A value that changes back before it was shown is shown as it is', () => {
  const person = cell('guest')
  const place = drawn(<Name of={person} />)
  act(() => hydrate(place, <Name of={person} />))
  act(() => {
    person.set('Thandi')
    flushSync(() => undefined)
    person.set('guest')
  })
  expect(place.textContent).toBe('guest here')
  act(() => person.set('Thandi'))
  expect(place.textContent).toBe('Thandi here')
})

test('A part that turns to another source shows and follows that one', () => {
  const sources: Record<string, Cell<string>> = { a: cell('guest'), b: cell('nobody') }
  const seen = new Set<string>()
  const page = (of: string) => <Followed key="one" of={of} />
  function Followed({ of }: { of: string }) {
    const name = useReadable(sources[of] ?? cell(''))
    useLayoutEffect(() => void seen.add(`${of}: ${name}`))
    return name
  }
  const place = drawn(page('a'))
  act(() => hydrate(place, page('a')))
  sources['b']?.set('Lindiwe')
  const [root] = roots
  act(() => root?.render(page('b')))
  // The page never shows the text of one source under the name of the other.
  expect([[...seen], place.textContent]).toEqual([['a: guest', 'b: Lindiwe'], 'Lindiwe'])
  act(() => sources['a']?.set('Thandi'))
  expect(place.textContent).toBe('Lindiwe')
  act(() => sources['b']?.set('Sipho'))
  expect(place.textContent).toBe('Sipho')
})

test('A screen that is drawn at once after a change shows what changed', () => {
  const person = cell('guest')
  function Page() {
    const [times, setTimes] = useState(0)
    const name = useReadable(person)
    return <button onClick={() => setTimes(times + 1)}>{`${name} ${times}`}</button>
  }
  const place = drawn(<Page />)
  act(() => hydrate(place, <Page />))
  act(() => {
    person.set('Thandi')
    // Like a navigation: a guard must not see the previous login.
    flushSync(() => place.querySelector('button')?.click())
    expect(place.textContent).toBe('Thandi 1')
  })
})

test('A saved car is shown as saved on a page drawn for nobody', async () => {
  const stored: Env['localStorage'] = {
    getItem: (key) => (key === 'favourites' ? '["car-1"]' : null),
    setItem: () => {},
    removeItem: () => {},
  }
  const app = (given: Partial<Env> = {}) => (
    <OnStage local={stage(nothing, given).local}>
      <Heart carId="car-1" title="Toyota Hilux" />
      <Heart carId="car-2" title="Mazda 3" />
    </OnStage>
  )
  const place = drawn(app())
  const looks = () => [...place.querySelectorAll('svg')].map((icon) => icon.getAttribute('fill'))
  expect(looks()).toEqual(['none', 'none'])
  await act(async () => hydrate(place, app({ localStorage: stored })))
  await waitFor(() => expect(looks()).toEqual(['currentColor', 'none']))
})

test('After an action nothing that follows a change is shown over the old value', () =>
  inBrowser(async () => {
    const name = cell('guest')
    let save: () => void = () => undefined
    const seen: string[] = []
    function Form({ value }: { value: string }) {
      const [isSaved, setSaved] = useState(false)
      useLayoutEffect(() => {
        save = () => setSaved(true)
        seen.push(`${value} ${isSaved}`)
      })
      return null
    }
    // The page passes the followed value on, as a screen does to its form.
    function Page() {
      return <Form value={useReadable(name)} />
    }
    const place = drawn(<Page />)
    hydrate(place, <Page />)
    await waitFor(() => expect(seen).toEqual(['guest false']))
    visitor.hasBeenActive = true
    name.set('Thandi')
    save()
    await waitFor(() => expect(seen.at(-1)).toBe('Thandi true'))
    expect(seen).toEqual(['guest false', 'Thandi true'])
  }))
