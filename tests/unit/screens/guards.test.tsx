import { waitFor } from '@testing-library/react'
import { beforeAll, describe, expect, test } from 'vitest'
import { routes } from '../../../src/app/routes.ts'
import { openApp, samplePerson } from '../../support/shell.tsx'
import { turns } from '../../support/turns.ts'

/**
 * Where each address leads each kind of person. An address that is not in the table, or one that lets somebody in it
 * should not, breaks the test.
 */
const roles = ['visitor', 'user', 'subscriber'] as const
/** `stays`, or where the person is led. */
type Leads = Record<(typeof roles)[number], string>

const anybody: Leads = { visitor: 'stays', user: 'stays', subscriber: 'stays' }
const signedIn = (login: string): Leads => ({ ...anybody, visitor: login })
/** Whoever is in has no business there (R-ROLE-19). */
const signedOut: Leads = { visitor: 'stays', user: '/', subscriber: '/' }

const table: Record<string, Leads> = {
  '/': anybody,
  '/listings': anybody,
  '/listing/:slug': anybody,
  '/saved': anybody,
  '/viewed': anybody,
  '/compare': anybody,
  '/storage': anybody,
  '/outbox': anybody,
  '/dealers': anybody,
  '/dealer/:id': anybody,
  '/blog': anybody,
  '/blog/:slug': anybody,
  '/newsletter/confirm/:token': anybody,
  '/newsletter/unsubscribe/:token': anybody,
  '/insurance': anybody,
  '/book-test-drive': anybody,
  '/test-drive/:token': anybody,
  '/contact': anybody,
  '/login': signedOut,
  '/register': signedOut,
  '/forgot-password': signedOut,
  '/reset-password/:id': anybody,
  '/user/verify/:id': anybody,
  '/account': signedIn('/login?next=/account'),
  '/subscriptions': anybody,
  '/order/:id': signedIn('/login?next=%2Forder%2Fx'),
  '/receipt/:id': signedIn('/login?next=%2Freceipt%2Fx'),
  '/profile': signedIn('/login?next=%2Fprofile'),
  '/admin': signedIn('/login?next=%2Fadmin'),
  '/import': signedIn('/login?next=%2Fimport'),
  '/post/ad': anybody,
  '/post/ad/:id': signedIn('/login?next=%2Fpost%2Fad%2Fx'),
  '/chat': { visitor: '/login?next=%2Fchat', user: '/subscriptions', subscriber: 'stays' },
  '/services': anybody,
  '/about': anybody,
  '/privacy': anybody,
  '/terms': anybody,
  '/faqs': anybody,
  '/thankyou': anybody,
}
const people = {
  visitor: {},
  user: { person: samplePerson },
  subscriber: { person: { ...samplePerson, is_subscriber: true } },
} as const

test('Every address of the app says whom it is for', () => {
  expect(Object.keys(table)).toEqual(routes.map(({ path }) => path))
})

const onScreen = () => document.querySelector('main h1, main h2, main form, main a') !== null
const escaped = (text: string) => text.replace(/[?]/g, '\\$&')

// What a guard does is seen when its screen is there: the code of all of them comes first.
beforeAll(async () => {
  await Promise.all(routes.map(({ load }) => load()))
}, 120_000)

describe.each(Object.entries(table))('%s', (path, leads) => {
  test.each(roles)(
    'lets a %s in, or leads them where they belong [R-ROLE-01 R-ROLE-06 R-ROLE-12 R-ROLE-19]',
    async (role) => {
      const address = path.replace(/:\w+/, 'x')
      const on = openApp(address, people[role])
      const to = leads[role]
      const here = () => location.pathname + location.search
      await waitFor(() => expect(on.local.sure.get()).toBe(true), { timeout: 15_000 })
      const arrived = to === 'stays' ? onScreen : () => here() === to
      await waitFor(() => expect(arrived()).toBe(true), { timeout: 15_000 })
      // Whoever is led away is led at once; some screens write down in their address what they show.
      await turns()
      expect(here()).toMatch(
        to === 'stays' ? new RegExp(`^${address}(?:[/?]|$)`) : new RegExp(`^${escaped(to)}$`),
      )
      on.unmount()
    },
  )
})
