import { configure, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test, vi } from 'vitest'
import { Route, Switch } from 'wouter'
import { ProfileScreen } from '../../../src/features/account/index.ts'
import { sampleEnquiry, sampleToken } from '../../support/sample-people.ts'
import { nothing, OnStage, refused, stage, type Server, type Stage } from '../../support/stage.tsx'

configure({ asyncUtilTimeout: 4000 })
vi.setConfig({ testTimeout: 20_000 })

const path = 'users/enquiry/my-cars-enquiry-list'
const inbox =
  (count: number): Server =>
  (asked) => {
    if (asked.path !== path) return undefined
    const { page = 1, limit = 9 } = asked.body as { page?: number; limit?: number }
    const all = Array.from({ length: count }, (_, i) => sampleEnquiry(i + 1))
    return {
      body: {
        success: true,
        msg: 'Success',
        data: all.slice((page - 1) * limit, page * limit),
        totalCount: count,
      },
    }
  }

const show = ({ local }: Stage) =>
  render(
    <OnStage local={local}>
      <Switch>
        <Route path="/profile">
          <ProfileScreen />
        </Route>
        <Route path="/login">The sign-in page</Route>
      </Switch>
    </OnStage>,
  )
function open(server: Server, o: { signedIn: boolean; address?: string }) {
  window.history.replaceState(null, '', o.address ?? '/profile')
  const phone = stage(nothing)
  if (o.signedIn) phone.local.env.localStorage?.setItem('authentication-token', sampleToken())
  const on = stage(server, { localStorage: phone.local.env.localStorage })
  return { ...on, ...show(on) }
}

describe('The profile', () => {
  test('A guest goes to /login and comes back afterwards [R-PROF-01 R-AUTH-06]', async () => {
    open(nothing, { signedIn: false, address: '/profile?tab=inquiries' })
    await screen.findByText('The sign-in page')
    expect(new URLSearchParams(location.search).get('next')).toBe('/profile?tab=inquiries')
  })

  test('The six tabs are there; those still being built say so [R-PROF-02]', async () => {
    open(inbox(0), { signedIn: true })
    const names = screen.getAllByRole('tab').map((t) => t.textContent)
    expect(names).toEqual(['My Ads', 'Favourite Ads', 'Profile', 'Subs. History', 'Inquiries', 'Test Drive'])
    await userEvent.click(screen.getByRole('tab', { name: 'My Ads' }))
    expect(screen.getByText('Not here yet')).toBeTruthy()
    expect(location.search).toBe('?tab=my-ads')
  })

  test('Inquiries shows what people asked, nine a page [R-PROF-13 R-PROF-18]', async () => {
    const on = open(inbox(11), { signedIn: true, address: '/profile?tab=inquiries' })
    expect(await screen.findByText('Question number 1')).toBeTruthy()
    expect(screen.getAllByRole('article')).toHaveLength(9)
    expect(screen.getByText('11 inquiries')).toBeTruthy()
    const [link] = screen.getAllByRole('link', { name: '2019 Honda CR-V number 1' })
    expect(link?.getAttribute('href')).toBe('/listing/car-1')
    const [next] = screen.getAllByRole('link', { name: 'Next page' })
    if (!next) throw new Error('no next page')
    await userEvent.click(next)
    expect(await screen.findByText('Question number 11')).toBeTruthy()
    expect(screen.getAllByRole('article')).toHaveLength(2)
    expect(on.asked.filter((a) => a.path === path).map((a) => a.body)).toEqual([
      { page: 1, limit: 9 },
      { page: 2, limit: 9 },
    ])
  })

  test('Without a running subscription the inquiries stay closed, in these very words [R-PROF-14 R-PROF-15 R-ERR-19]', async () => {
    open(
      (asked) => (asked.path === path ? refused(403, 'subscription_required', 'Other words') : undefined),
      { signedIn: true, address: '/profile?tab=inquiries' },
    )
    expect(await screen.findByText('You need to be a paid subscriber to view car inquiries.')).toBeTruthy()
    expect(screen.queryByRole('article')).toBeNull()
  })

  test('Inquiries seen before are there without signal', async () => {
    const on = open(inbox(2), { signedIn: true, address: '/profile?tab=inquiries' })
    await screen.findByText('Question number 2')
    const { phone } = await on.local.load()
    await waitFor(async () => expect(await phone.inquiries(1)).toBeDefined())
    on.unmount()
    on.serve(nothing)
    show(on)
    expect(await screen.findByText('Question number 2')).toBeTruthy()
    expect(await screen.findByText(/as of/)).toBeTruthy()
  })
})
