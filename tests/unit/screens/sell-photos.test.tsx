import { takeBugs } from '../../support/bugs.ts'
import { act, fireEvent, renderHook, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { AdDraftView } from '#local/react'
import { useMissing } from '#ui/show/use-missing.ts'
import { useReorder } from '../../../src/features/sell/photos/use-reorder.ts'
import { useEditAlbum } from '../../../src/features/sell/edit-ad.tsx'
import { fakePhotos, photoFile } from '../../support/fake-photos.ts'
import { ownCar, world } from '../../support/profile.tsx'
import { heading, next, openForm, pick, tiles, withPhotos } from '../../support/sell-form.tsx'
import { nothing, OnStage, stage } from '../../support/stage.tsx'

beforeEach(() => {
  fakePhotos()
  window.happyDOM?.setViewport({ width: 390 })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.doUnmock('../../../src/features/sell/photos/picker.ts')
})

const named = (letter: string) => `img_${letter.repeat(32)}`
const urlOf = (letter: string) => `/media/${named(letter)}/1280.webp`
const button = (name: string) => screen.getByRole('button', { name })
const openAd = (...letters: string[]) => {
  const w = world({ cars: [ownCar(1)] })
  const images = letters.map(urlOf)
  w.cars = w.cars.map((car) => ({ ...car, fields: { ...car.fields, images } }))
  return openForm('/post/ad/car-1', { world: w })
}

describe('Whoever works without a pointer', () => {
  test('moves to the next photo after a deletion and hears how many are left [R-POST-40]', async () => {
    openForm('/post/ad', { signedIn: false })
    await heading('Start with the photos')
    await withPhotos(2)
    await userEvent.click(button('Picture 1 of 2, the cover'))
    await userEvent.click(button('Delete picture'))
    expect(await screen.findByText('Picture deleted, 1 left')).toBeTruthy()
    await waitFor(() => expect(tiles()).toHaveLength(1))
    expect(document.activeElement).toBe(button('Picture 1 of 1, the cover'))
    await userEvent.click(button('Picture 1 of 1, the cover'))
    await userEvent.click(button('Delete picture'))
    expect(await screen.findByText('Picture deleted, 0 left')).toBeTruthy()
    await waitFor(() => expect(tiles()).toHaveLength(0))
    expect(document.activeElement?.textContent).toMatch(/^Add/)
  })

  test('keeps the focus at a button that has nothing to do any more [R-POST-40]', async () => {
    openForm('/post/ad', { signedIn: false })
    await heading('Start with the photos')
    await withPhotos(2)
    await userEvent.click(button('Picture 2 of 2'))
    await userEvent.click(button('Move earlier'))
    await waitFor(() => expect(button('Move earlier').getAttribute('aria-disabled')).toBe('true'))
    expect(document.activeElement).toBe(button('Move earlier'))
    await userEvent.click(button('Move later'))
    await userEvent.click(await screen.findByRole('button', { name: 'Make cover' }))
    await waitFor(() => expect(document.activeElement).toBe(button('The cover')))
  })
})

test('Photos moved twice in a row stay where the second move put them [R-POST-05]', () => {
  const { result, rerender } = renderHook(
    (keys: string[]) => useReorder({ keys, onArrange: () => undefined }),
    {
      initialProps: ['a', 'b', 'c'],
    },
  )
  act(() => result.current.move('c', 0))
  act(() => result.current.move('c', 2))
  act(() => result.current.move('b', 0))
  rerender(['c', 'a', 'b'])
  expect(result.current.order).toEqual(['b', 'a', 'c'])
  rerender(['b', 'a', 'c'])
  rerender(['a', 'b', 'c'])
  expect(result.current.order).toEqual(['a', 'b', 'c'])
})

describe('A photo whose bytes are not here', () => {
  test('is said to be not on this phone yet, whatever the reason [R-POST-03]', async () => {
    openAd('a', 'b')
    await waitFor(() => expect(tiles()).toHaveLength(2))
    const image = button('Picture 2 of 2').querySelector('img')
    if (image) fireEvent.error(image)
    expect(button('Picture 2 of 2').textContent).toBe('Not on this phone yet')
  })

  test('is retried after a while, and at once when the signal returns', async () => {
    vi.useFakeTimers()
    const asked: { src: string; onload: () => void }[] = []
    vi.stubGlobal(
      'Image',
      class {
        src = ''
        onload = () => undefined
        constructor() {
          asked.push(this)
        }
      },
    )
    const { result } = renderHook(() => useMissing('/media/a.webp', 10_000))
    const fail = () => act(() => result.current[1]())
    fail()
    expect(result.current[0]).toBe(true)
    act(() => void vi.advanceTimersByTime(10_000))
    expect(asked.map(({ src }) => src)).toEqual(['/media/a.webp'])
    expect(result.current[0]).toBe(true)
    act(() => asked[0]?.onload())
    expect(result.current[0]).toBe(false)
    fail()
    act(() => void window.dispatchEvent(new Event('online')))
    expect(result.current[0]).toBe(false)
  })
})

describe('Photos that are picked', () => {
  test('while their code cannot be had are not lost without a word [R-STATE-34]', async () => {
    vi.doMock('../../../src/features/sell/photos/picker.ts', () => {
      throw new TypeError('offline')
    })
    openForm('/post/ad', { signedIn: false })
    await heading('Start with the photos')
    await pick(photoFile('front.jpg'))
    expect(await screen.findByText('These photos could not be taken over. Please try again.')).toBeTruthy()
    // Vitest wraps the error of a factory; the browser's own error is its cause.
    expect(takeBugs()).toMatchObject([{ cause: { name: 'TypeError' } }])
  })

  test('twice in a moment are ten at most all the same [R-VAL-38 R-CONST-13]', async () => {
    const keepPhoto = vi.fn<AdDraftView['keepPhoto']>(() => new Promise(() => undefined))
    const view = { draft: undefined, change: () => undefined, keepPhoto } as unknown as AdDraftView
    const { result } = inHook(() => useEditAlbum(view, []))
    const six = (name: string) => Array.from({ length: 6 }, (_, at) => photoFile(`${name} ${at}`))
    act(() => {
      result.current.add(six('first'))
      result.current.add(six('second'))
    })
    await waitFor(() => expect(result.current.refused).toEqual(['At most 10 images']))
    expect(result.current.picked).toHaveLength(10)
  })

  test('with an unreadable file are called damaged, not a fault of the browser [R-STATE-34]', async () => {
    openForm('/post/ad', { signedIn: false })
    await heading('Start with the photos')
    const file = photoFile('moved.jpg')
    Object.defineProperty(file, 'slice', {
      value: () => ({ arrayBuffer: () => Promise.reject(new DOMException('Gone', 'NotFoundError')) }),
    })
    await pick(file)
    expect(await screen.findByText('This picture is damaged. Please choose another one.')).toBeTruthy()
  })

  test('for a cover that is too large are not called missing [R-VAL-35]', async () => {
    openForm('/post/ad', { signedIn: false })
    await heading('Start with the photos')
    await pick(
      new File([new Uint8Array([0xff, 0xd8, 0xff, 0xe0]), 'x'.repeat(1_600_000)], 'big.jpg', {
        type: 'image/jpeg',
      }),
    )
    await waitFor(() => expect(tiles()).toHaveLength(1))
    await screen.findByRole('button', { name: 'Make it smaller' })
    await next()
    expect(await screen.findAllByText('File size must be less than or equal to 1.5MB')).toBeTruthy()
    expect(screen.queryByText('Please upload a featured image')).toBeNull()
    expect(screen.queryByText('Please upload atleast 1 image')).toBeNull()
  })
})

/** Renders a hook with its providers. */
const inHook = <T,>(hook: () => T) => {
  const { local } = stage(nothing)
  return renderHook(hook, { wrapper: ({ children }) => <OnStage local={local}>{children}</OnStage> })
}

describe('The photos of an ad that is there', () => {
  test('that come while others are dragged stay behind them [R-POST-06 R-POST-40]', async () => {
    const keepPhoto: AdDraftView['keepPhoto'] = () =>
      Promise.resolve({ ok: true, id: 'row', imageId: named('c'), again: false })
    const view = { draft: undefined, change: () => undefined, keepPhoto } as unknown as AdDraftView
    const { result } = inHook(() => useEditAlbum(view, [urlOf('a'), urlOf('b')]))
    const { arrange } = result.current
    act(() => result.current.add([photoFile('late.jpg')]))
    await waitFor(() => expect(result.current.urls).toHaveLength(3))
    act(() => arrange([urlOf('b'), urlOf('a')]))
    expect(result.current.urls).toEqual([urlOf('b'), urlOf('a'), urlOf('c')])
  })

  test('are saved as changes of that ad at once, never as a new one [I11]', async () => {
    const on = openAd('a')
    await waitFor(() => expect(tiles()).toHaveLength(1))
    const selling = await (await on.local.load()).adDrafts()
    const seen: unknown[] = []
    selling.onChange(() => {
      void selling.list().then((drafts) => seen.push(...drafts.map(({ ad_id }) => ad_id)))
    })
    await pick(photoFile('front.jpg'))
    await waitFor(() => expect(seen.length).toBeGreaterThan(0))
    await waitFor(() => expect(tiles()).toHaveLength(2))
    expect(new Set(seen)).toEqual(new Set(['car-1']))
  })
})
