import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import type { ModelAlert } from '#contract/forms/alerts.ts'
import { browse, here, listingServer } from '../../support/listings-screen.tsx'
import { openProfile, world } from '../../support/profile.tsx'
import { sampleNow } from '../../support/sample-car.ts'
import { sampleToken } from '../../support/sample-people.ts'
import { nothing, refused, stage, type StageCall, type Server } from '../../support/stage.tsx'

const slow = { timeout: 15_000 }
const iso = (ms: number) => new Date(ms).toISOString()
const row = (model: string, told?: number): ModelAlert => ({
  model,
  created_at: iso(sampleNow),
  told_at: told === undefined ? null : iso(told),
})

/** Returns the alert calls of a server that stores the alerts of a person. */
function alertCalls(rows: ModelAlert[] = []) {
  const calls: Record<string, (asked: StageCall) => unknown> = {
    'cars/my-alerts': () => ({ success: true, msg: '', data: rows, as_of: iso(sampleNow) }),
    'cars/set-alert': ({ body }) => {
      const { model, want } = body as { model: string; want: string }
      return { success: true, msg: 'Noted.', data: { model, want } }
    },
  }
  return (asked: StageCall) => {
    const call = calls[asked.path]
    return call && { body: call(asked) }
  }
}
const tell = { name: 'Tell me when one is for sale' }
const chip = () => screen.findByRole('button', tell, slow)
const sentIn = ({ asked }: { asked: StageCall[] }) =>
  asked.filter(({ path }) => path === 'cars/set-alert').map(({ body }) => body)

function open(address: string, o: { server?: Server; signedIn?: boolean } = {}) {
  const alerts = alertCalls()
  const kept = stage(nothing).local.env.localStorage
  if (o.signedIn !== false) kept?.setItem('authentication-token', sampleToken())
  const server: Server = (asked) => listingServer(asked) ?? (o.server ?? alerts)(asked)
  const on = stage(server, { now: () => sampleNow, localStorage: kept })
  return browse({ address, on })
}

describe('A search for a model of which no car is for sale', () => {
  test.each([
    ['q=venza', 'Toyota Venza'],
    ['q=matiz', 'Daewoo Matiz'],
    ['brands=Daewoo&models=Matiz', 'Daewoo Matiz'],
  ])('offers to tell when there is one: %s', async (query, model) => {
    const on = open(`/listings?${query}`)
    await userEvent.click(await chip())
    expect(await screen.findByText(`Saved. You get an e-mail when one is for sale: ${model}.`)).toBeTruthy()
    await waitFor(() => expect(sentIn(on)).toMatchObject([{ model, want: 'yes' }]))
    expect((await chip()).getAttribute('aria-pressed')).toBe('true')
    await userEvent.click(await chip())
    await waitFor(() => expect(sentIn(on)[1]).toMatchObject({ model, want: 'no' }))
    expect((await chip()).getAttribute('aria-pressed')).toBe('false')
  })

  test('asks a guest to sign in, who then comes back to it', async () => {
    const on = open('/listings?q=venza', { signedIn: false })
    await userEvent.click(await chip())
    expect(
      await screen.findByText('You need to log in to be told when one is for sale: Toyota Venza.'),
    ).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Go to Login' }))
    expect(here()).toBe('/login?next=%2Flistings%3Fq%3Dvenza')
    expect(sentIn(on)).toEqual([])
  })

  test('keeps the wish without signal, and says at once when the server refuses it', async () => {
    const on = open('/listings?q=venza', { server: nothing })
    await userEvent.click(await chip())
    await waitFor(async () => expect((await chip()).getAttribute('aria-pressed')).toBe('true'))
    await waitFor(() => expect(sentIn(on).length).toBeGreaterThan(0))
    const full = 'You wait for 20 models already.'
    on.serve((asked) =>
      asked.path === 'cars/set-alert'
        ? refused(422, 'validation_failed', full, { model: full })
        : (listingServer(asked) ?? alertCalls()(asked)),
    )
    on.local.kick('manual')
    await waitFor(async () => expect((await chip()).getAttribute('aria-pressed')).toBe('false'), slow)
  })

  test('that names more than it, or whose cars are there, offers nothing', async () => {
    open('/listings?q=matiz+diesel')
    expect(await screen.findByRole('button', { name: 'Other Daewoo: 0 cars' }, slow)).toBeTruthy()
    expect(screen.queryByRole('button', tell)).toBeNull()
  })
})

describe('The alerts of a person', () => {
  const mine = (rows: ModelAlert[]) => {
    const alerts = alertCalls(rows)
    return world({ instead: (asked) => alerts(asked) ?? 'usual' })
  }
  test('follow the last tap, whatever the clock of the phone said before', async () => {
    let clock = sampleNow + 5 * 365 * 24 * 3_600_000
    const kept = stage(nothing).local.env.localStorage
    kept?.setItem('authentication-token', sampleToken())
    const alerts = alertCalls()
    const server: Server = (asked) => listingServer(asked) ?? alerts(asked)
    const on = stage(server, { now: () => clock, localStorage: kept })
    browse({ address: '/listings?q=venza', on })
    await userEvent.click(await chip())
    await waitFor(() => expect(on.local.views.get().outbox.map(({ state }) => state)).toEqual(['done']))
    clock = sampleNow
    on.serve((asked) => (asked.path === 'cars/set-alert' ? undefined : server(asked)))
    await userEvent.click(await chip())
    await waitFor(() => expect(on.local.views.get().outbox).toHaveLength(2))
    expect((await chip()).getAttribute('aria-pressed')).toBe('false')
  })

  test('show above the favourites with their outcome and a button to remove each', async () => {
    const on = openProfile('?tab=favourites', {
      world: mine([row('Toyota Venza'), row('Daewoo Matiz', sampleNow)]),
    })
    const told = await screen.findByRole('link', { name: 'Daewoo Matiz For sale: see it now' })
    expect(told.getAttribute('href')).toBe('/listings?q=Daewoo%20Matiz')
    expect(
      screen.getByRole('link', { name: 'Toyota Venza You get an e-mail when one is for sale' }),
    ).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Remove Toyota Venza' }))
    await waitFor(() => expect(sentIn(on)).toMatchObject([{ model: 'Toyota Venza', want: 'no' }]))
    expect(screen.queryByRole('button', { name: 'Remove Toyota Venza' })).toBeNull()
    expect(screen.getByRole('button', { name: 'Remove Daewoo Matiz' })).toBeTruthy()
  })
})
