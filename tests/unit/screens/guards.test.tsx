import { waitFor } from '@testing-library/react'
import { beforeAll, describe, expect, test } from 'vitest'
import { type AppPage, pages } from '#contract/pages.ts'
import { appRoutes } from '../../../src/app/routes.ts'
import { openApp, samplePerson } from '../../support/shell.tsx'
import { turns } from '../../support/turns.ts'

const roles = ['visitor', 'user', 'subscriber'] as const
/** `stays`, or the path of the redirect. */
type Leads = Record<(typeof roles)[number], string>

/** Redirects of each kind of person, by the audience of the page. */
const leadsOf: Record<AppPage['who'], (login: string) => Leads> = {
  everybody: () => ({ visitor: 'stays', user: 'stays', subscriber: 'stays' }),
  'signed-in': (login) => ({ visitor: login, user: 'stays', subscriber: 'stays' }),
  // Signed-in people do not need these pages (R-ROLE-19).
  'signed-out': () => ({ visitor: 'stays', user: '/', subscriber: '/' }),
  subscribers: (login) => ({ visitor: login, user: '/subscriptions', subscriber: 'stays' }),
}
const people = {
  visitor: {},
  user: { person: samplePerson },
  subscriber: { person: { ...samplePerson, is_subscriber: true } },
} as const

const onScreen = () => document.querySelector('main h1, main h2, main form, main a') !== null
const escaped = (text: string) => text.replace(/[?]/g, '\\$&')

// A guard acts when its screen is loaded, so all code loads first.
beforeAll(async () => {
  await Promise.all(appRoutes.map(({ load }) => load()))
}, 120_000)

test.each(['/admin/orders?id=order-1', '/import?job=job-1', '/profile?tab=history'])(
  'A visitor comes back from the login to the whole address %s [R-ROLE-06]',
  async (address) => {
    const on = openApp(address)
    const login = `/login?next=${encodeURIComponent(address)}`
    await waitFor(() => expect(location.pathname + location.search).toBe(login), { timeout: 15_000 })
    on.unmount()
  },
)

describe.each(pages)('$path', ({ path, who }) => {
  test.each(roles)(
    'lets a %s in, or leads them where they belong [R-ROLE-01 R-ROLE-06 R-ROLE-12 R-ROLE-19]',
    async (role) => {
      const address = path.replace(/:\w+/, 'x')
      const on = openApp(address, people[role])
      const to = leadsOf[who](`/login?next=${encodeURIComponent(address)}`)[role]
      const here = () => location.pathname + location.search
      await waitFor(() => expect(on.local.sure.get()).toBe(true), { timeout: 15_000 })
      const arrived = to === 'stays' ? onScreen : () => here() === to
      await waitFor(() => expect(arrived()).toBe(true), { timeout: 15_000 })
      // A redirect happens at once; some screens write their state into the address.
      await turns()
      expect(here()).toMatch(
        to === 'stays' ? new RegExp(`^${address}(?:[/?]|$)`) : new RegExp(`^${escaped(to)}$`),
      )
      on.unmount()
    },
  )
})
