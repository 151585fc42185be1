import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { browse, desktop } from '../../support/listings-screen.tsx'
import { takeBugs } from '../../support/bugs.ts'

// The server is gone: the code of the panel does not load.
vi.mock('../../../src/features/browse/filters/filter-aside.tsx', () => {
  throw new TypeError('Failed to fetch dynamically imported module')
})
vi.mock('../../../src/parts/search/find-near.tsx', () => {
  throw new TypeError('Failed to fetch dynamically imported module')
})

test('A search near oneself says when its code cannot be had', async () => {
  browse()
  await userEvent.click(await screen.findByRole('button', { name: 'Near me' }))
  expect(await screen.findByText(/This could not be loaded. Try again with signal/)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Near me' })).toBeTruthy()
})

test('Cars stay on a wide screen whose filter panel cannot be loaded [R-PWA-33]', async () => {
  browse({ width: desktop })
  expect(await screen.findAllByRole('article')).not.toEqual([])
  // Vitest wraps the error of a factory; the browser's own error is its cause.
  await vi.waitFor(() => expect(takeBugs()).toMatchObject([{ cause: { name: 'TypeError' } }]), 15_000)
  expect(screen.getAllByRole('article')).not.toEqual([])
  expect(screen.getByRole('complementary', { name: 'Filters' }).textContent).toBe('')
})
