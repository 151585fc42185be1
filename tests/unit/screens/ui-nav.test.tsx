import { fireEvent, render, screen, within } from '@testing-library/react'
import fc from '../../support/property.ts'
import { useState } from 'react'
import { describe, expect, test, vi } from 'vitest'
import { Breadcrumb } from '#ui/nav/breadcrumb.tsx'
import { Pager, pageNumbers } from '#ui/nav/pager.tsx'
import { Stepper } from '../../../src/features/sell/form/wizard.tsx'
import { Tabs } from '#ui/nav/tabs.tsx'
import { CountBadge } from '#ui/show/badge.tsx'
import { Chip, RemovableChip } from '#ui/show/chip.tsx'

describe('The pager', () => {
  const hrefOf = (page: number) => `/listings?page=${page}`
  const pager = () => within(screen.getByRole('navigation', { name: 'Pagination' }))

  test('Pages are links that can be opened and copied, the current one is marked', () => {
    render(<Pager page={3} pages={12} hrefOf={hrefOf} />)
    expect(pager().getByRole('link', { name: 'Page 12' }).getAttribute('href')).toBe('/listings?page=12')
    expect(pager().getByRole('link', { current: 'page' }).textContent).toBe('3')
    expect(pager().getByRole('link', { name: 'Previous page' }).getAttribute('href')).toBe('/listings?page=2')
    expect(pager().getByRole('link', { name: 'Next page' }).getAttribute('rel')).toBe('next')
    expect(pager().getByText('Page 3 of 12')).toBeTruthy()
  })

  test('A tap is handed over, a tap with a held key opens the link', () => {
    const onPage = vi.fn<(page: number) => void>()
    render(<Pager page={1} pages={3} hrefOf={hrefOf} onPage={onPage} />)
    const next = pager().getByRole('link', { name: 'Next page' })
    next.addEventListener('click', (event) => event.preventDefault())
    fireEvent.click(next, { metaKey: true })
    expect(onPage).not.toHaveBeenCalled()
    fireEvent.click(next)
    expect(onPage).toHaveBeenCalledWith(2)
  })

  test('The pager has no link past either end and hides for one page', () => {
    const { rerender } = render(<Pager page={1} pages={2} hrefOf={hrefOf} />)
    expect(pager().queryByRole('link', { name: 'Previous page' })).toBeNull()
    rerender(<Pager page={2} pages={2} hrefOf={hrefOf} />)
    expect(pager().queryByRole('link', { name: 'Next page' })).toBeNull()
    rerender(<Pager page={1} pages={1} hrefOf={hrefOf} />)
    expect(screen.queryByRole('navigation')).toBeNull()
  })

  test('The numbers include first, current and last, and each gap hides at least two', () => {
    const place = fc
      .integer({ min: 1, max: 500 })
      .chain((pages) => fc.record({ pages: fc.constant(pages), page: fc.integer({ min: 1, max: pages }) }))
    fc.assert(
      fc.property(place, ({ page, pages }) => {
        const shown = pageNumbers(page, pages)
        const numbers = shown.filter((n) => n !== undefined)
        expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => a - b))
        expect(numbers).toEqual(expect.arrayContaining([1, page, pages]))
        const steps = numbers.slice(1).map((n, i) => n - (numbers[i] ?? 0))
        const gaps = shown.filter((n) => n === undefined)
        // A step of one needs no gap, a step of two would hide a single page, and every longer step has a gap.
        expect(steps).not.toContain(2)
        expect(steps.filter((step) => step > 2)).toHaveLength(gaps.length)
        expect(shown.length).toBeLessThanOrEqual(7)
      }),
    )
  })
})

describe('Tabs', () => {
  function Two() {
    const [value, setValue] = useState<'ads' | 'saved'>('ads')
    const tabs = [
      { value: 'ads', label: 'My Ads' },
      { value: 'saved', label: 'Favourite Ads' },
    ] as const
    return (
      <Tabs label="Profile" tabs={tabs} value={value} onChange={setValue}>
        Shown: {value}
      </Tabs>
    )
  }
  test('Arrow keys, Home and End move between tabs, and each tab names its panel', () => {
    render(<Two />)
    const tab = (name: string) => screen.getByRole('tab', { name })
    fireEvent.keyDown(tab('My Ads'), { key: 'ArrowRight' })
    expect(document.activeElement).toBe(tab('Favourite Ads'))
    expect(screen.getByRole('tabpanel', { name: 'Favourite Ads' }).textContent).toBe('Shown: saved')
    fireEvent.keyDown(tab('Favourite Ads'), { key: 'ArrowRight' })
    expect(document.activeElement).toBe(tab('My Ads'))
    fireEvent.keyDown(tab('My Ads'), { key: 'End' })
    expect(document.activeElement).toBe(tab('Favourite Ads'))
    expect(tab('My Ads').tabIndex).toBe(-1)
  })
})

describe('Small signs', () => {
  test('A breadcrumb links every step but the page itself', () => {
    render(<Breadcrumb trail={[{ label: 'Listing' }]} />)
    const trail = within(screen.getByRole('navigation', { name: 'Breadcrumb' }))
    expect(trail.getAllByRole('link').map((link) => link.textContent)).toEqual(['Home'])
    expect(trail.getByText('Listing').getAttribute('aria-current')).toBe('page')
  })
  test('A chip says whether it is on, and a chosen one offers its removal', () => {
    const remove = vi.fn<() => void>()
    render(
      <>
        <Chip pressed onClick={() => {}}>
          Automatic
        </Chip>
        <RemovableChip label="SUV" onRemove={remove} />
      </>,
    )
    expect(screen.getByRole('button', { name: 'Automatic' }).getAttribute('aria-pressed')).toBe('true')
    fireEvent.click(screen.getByRole('button', { name: 'Remove SUV' }))
    expect(remove).toHaveBeenCalledOnce()
  })
  test('A count is spoken in words, capped for the eye, and absent at zero', () => {
    const { container, rerender } = render(<CountBadge count={120} label="120 waiting" />)
    expect(screen.getByText('120 waiting')).toBeTruthy()
    expect(screen.getByText('99+')).toBeTruthy()
    rerender(<CountBadge count={0} label="none" />)
    expect(container.textContent).toBe('')
  })
  test('A stepper says in words which step of how many is at hand', () => {
    render(<Stepper steps={['Photos', 'Car', 'Price']} current={1} />)
    const steps = screen.getAllByRole('listitem')
    expect(steps[1]?.getAttribute('aria-current')).toBe('step')
    expect(steps[1]?.textContent).toBe('Step 2 of 3: Car')
    expect(steps[0]?.textContent).toBe('Step 1 of 3: Photos, done')
  })
})
