import { act } from '@testing-library/react'
import { Suspense } from 'react'
import { hydrateRoot, type Root } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { afterEach, expect, test, vi } from 'vitest'
import { firstViewId } from '#contract/first-view.ts'
import { stubOnScreen } from '../../support/on-screen.ts'

let root: Root | undefined
afterEach(() => {
  act(() => root?.unmount())
  root = undefined
  document.body.replaceChildren()
})

const tapped = vi.fn<() => void>()
const Part = () => (
  <button type="button" onClick={tapped}>
    Next
  </button>
)
/** Draws and hydrates a page with a part below the viewport; `more` is its other content. */
async function takeOver(more = ''): Promise<{ load: ReturnType<typeof vi.fn>; tap: () => void }> {
  tapped.mockClear()
  const place = document.createElement('div')
  place.innerHTML = renderToString(
    <div id="below">
      <Suspense>
        <Part />
      </Suspense>
    </div>,
  )
  document.body.innerHTML = `<script type="application/json" id="${firstViewId}">{}</script>${more}`
  document.body.append(place)
  vi.resetModules()
  const { lazyNear, wasTakenOver } = await import('#parts/use-at-rest.ts')
  const load = vi.fn<() => Promise<typeof Part>>(() => Promise.resolve(Part))
  const Later = lazyNear('#below', load)
  act(() => {
    root = hydrateRoot(
      place,
      <div id="below">
        <Later />
      </div>,
      { onRecoverableError: (error) => expect(error).toBeUndefined() },
    )
  })
  wasTakenOver()
  await act(() => new Promise((done) => setTimeout(done, 200)))
  return { load, tap: () => act(() => place.querySelector('button')?.click()) }
}

test('What is below the window stays as drawn until a person comes near', async () => {
  const screen = stubOnScreen(false)
  const { load, tap } = await takeOver()
  expect(load).not.toHaveBeenCalled()
  expect(document.querySelector('button')?.textContent).toBe('Next')
  screen.report(true)
  await vi.waitFor(() => {
    tap()
    expect(tapped).toHaveBeenCalled()
  })
})

test('What was drawn earlier than now is taken over at rest, for newer data', async () => {
  stubOnScreen(false)
  const { load, tap } = await takeOver('<p id="kept-age">as of 12:00</p>')
  expect(load).toHaveBeenCalledTimes(1)
  tap()
  expect(tapped).toHaveBeenCalledTimes(1)
})
