import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import type { AdminAd, ReportedAd } from '#contract/admin/admin-ads.ts'
import { AdminAds } from '../../../src/features/admin/admin-ads.tsx'
import { AdminReports } from '../../../src/features/admin/reports/admin-reports.tsx'
import { settingsServer } from '../../support/shell.tsx'
import { type StageCall, OnStage, refused, type Reply, stage } from '../../support/stage.tsx'

const at = '2026-03-01T09:00:00.000Z'
const adOf = (n: number, over: Partial<AdminAd> = {}): AdminAd => ({
  _id: `car-${n}`,
  slug: `honda-${n}`,
  title: `Honda number ${n}`,
  price: 100_000,
  city: 'Pretoria',
  status: 'active',
  featured: false,
  cover: '',
  created_at: at,
  seller: { _id: 's', fullname: 'Sam', businessname: '', email: 'sam@example.org' },
  hidden: null,
  reports: 0,
  ...over,
})
const reported: ReportedAd = {
  ...adOf(1, { reports: 1, hidden: { reason: 'Reported', at, by: 'reports' }, status: 'inactive' }),
  open: [
    {
      _id: 'r',
      reason: 'fraud',
      words: 'Asks for a deposit',
      updated_at: at,
      from: { _id: 'a', fullname: 'Ann', email: 'ann@example.org' },
      counts: true,
      held: false,
    },
  ],
}

const done = (msg: string): Reply => ({ body: { success: true, msg, data: adOf(1) } })
function open(
  section: 'ads' | 'reports',
  action: (asked: StageCall) => Reply = () => done('Done.'),
  query = '',
  queue = () => [reported],
) {
  window.history.replaceState(null, '', `/admin/${section}${query}`)
  const on = stage((asked) => {
    if (asked.path === 'admin_master/list-ads')
      return { body: { success: true, msg: '', data: [adOf(1), adOf(2, { featured: true })], totalCount: 2 } }
    if (asked.path === 'admin_master/list-reports')
      return { body: { success: true, msg: '', data: queue(), totalCount: queue().length } }
    return asked.path.startsWith('admin_master/') ? action(asked) : settingsServer(asked)
  })
  render(<OnStage local={on.local}>{section === 'ads' ? <AdminAds /> : <AdminReports />}</OnStage>)
  const to = (path: string) => on.asked.filter((asked) => asked.path === `admin_master/${path}`)
  return { ...on, to }
}
const click = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))

describe('Ads in the admin area', () => {
  test('An ad is hidden with a reason only, and the list is asked again [R-ROLE-20]', async () => {
    const on = open('ads')
    await click('Hide Honda number 1')
    const dialog = within(await screen.findByRole('dialog', { name: 'Hide Honda number 1?' }))
    await userEvent.click(dialog.getByRole('button', { name: 'Hide' }))
    expect(await dialog.findByText('Please give the reason; the owner reads it')).toBeTruthy()
    expect(on.to('hide-ad')).toEqual([])
    await userEvent.type(dialog.getByRole('textbox', { name: 'Reason' }), 'Stolen pictures')
    await userEvent.click(dialog.getByRole('button', { name: 'Hide' }))
    await waitFor(() => expect(on.to('list-ads')).toHaveLength(2))
    expect(on.to('hide-ad').map(({ body }) => body)).toEqual([{ id: 'car-1', reason: 'Stolen pictures' }])
  })

  test('What was decided meanwhile is told, and the list is asked again', async () => {
    const said = 'This ad is not featured.'
    const on = open('ads', () => refused(409, 'decided_meanwhile', said))
    await click('Unfeature Honda number 2')
    await click('Unfeature')
    expect(await screen.findByText(said)).toBeTruthy()
    await waitFor(() => expect(on.to('list-ads')).toHaveLength(2))
    expect(on.to('feature-ad').map(({ body }) => body)).toEqual([{ id: 'car-2', featured: false }])
  })

  test('Words and state stand in the address and are what is asked for', async () => {
    const on = open('ads', undefined, '?state=hidden&search=sam')
    expect(await screen.findByText('2 ads')).toBeTruthy()
    expect(on.to('list-ads').map(({ body }) => body)).toEqual([
      { page: 1, limit: 20, state: 'hidden', search: 'sam' },
    ])
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Which ads' }), 'featured')
    expect(window.location.search).toContain('state=featured')
  })
})

describe('Reports in the admin area', () => {
  test('The queue says what people wrote, who counts, and what reports have hidden', async () => {
    open('reports')
    expect(await screen.findByText('Asks for a deposit')).toBeTruthy()
    for (const words of ['Fraud or scam', 'Counts', 'Hidden by reports'])
      expect(screen.getByText(words)).toBeTruthy()
    expect(screen.getByText(/Ann, ann@example.org/)).toBeTruthy()
  })

  test('An ad is kept, and its queue asked again', async () => {
    const on = open('reports')
    await click('Keep Honda number 1')
    await click('Keep')
    await waitFor(() => expect(on.to('list-reports')).toHaveLength(2))
    expect(on.to('keep-ad').map(({ body }) => body)).toEqual([{ id: 'car-1', reports: 1 }])
  })

  test('Where a row goes with its button, the focus stays in the list', async () => {
    let kept = false
    open(
      'reports',
      () => ((kept = true), done('Done.')),
      '',
      () => (kept ? [] : [reported]),
    )
    await click('Keep Honda number 1')
    await click('Keep')
    const empty = (await screen.findByText('Nothing waits for you.')).closest('[tabindex]')
    await waitFor(() => expect(document.activeElement).toBe(empty))
  })
})
