import { act, waitFor } from '@testing-library/react'
import { flushSync } from 'react-dom'
import { hydrateRoot, type Root } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { afterEach, expect, test } from 'vitest'
import { cell } from '../../../src/local/platform/cell.ts'
import { useHydrated, useReadable } from '../../../src/local/react/context.ts'

let root: Root | undefined
afterEach(() => {
  act(() => root?.unmount())
  document.body.replaceChildren()
})

test('A drawn page hydrates without errors, then shows this phone’s values in slices', async () => {
  const person = cell('guest')
  function Name() {
    return `${useReadable(person)} ${useHydrated() ? 'here' : 'drawn'}`
  }
  const place = document.createElement('p')
  document.body.append(place)
  place.innerHTML = renderToString(<Name />)
  expect(place.textContent).toBe('guest drawn')
  person.set('Thandi')
  const wrong: unknown[] = []
  act(() => {
    root = hydrateRoot(place, <Name />, { onRecoverableError: (error) => wrong.push(error) })
  })
  expect([wrong, place.textContent]).toEqual([[], 'Thandi here'])

  // A store that React subscribes to would be rendered here, all of it at once.
  flushSync(() => person.set('Lindiwe'))
  expect(place.textContent).toBe('Thandi here')
  await waitFor(() => expect(place.textContent).toBe('Lindiwe here'))
})
