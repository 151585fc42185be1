import { act, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { Env, LocalApp } from '#local'
import { App } from '../../src/app/app.tsx'
import { loadNotFound, appRoutes } from '../../src/app/routes.ts'
import { lazyScreens } from '../../src/app/screen-view.tsx'
import { type Person, settingsServer, tokenOf } from './shell.tsx'
import { type Reply, type Server, stage } from './stage.tsx'

/** Renders the whole app at an account page, on a phone that can be closed and opened again. */

export const said = (msg: string, more: object = {}): Reply => ({ body: { success: true, msg, ...more } })

/** Answers the given calls by path; other calls get no response. */
export const answers =
  (replies: Record<string, Reply | ((body: unknown) => Reply)>): Server =>
  (asked) => {
    const reply = replies[asked.path]
    return typeof reply === 'function' ? reply(asked.body) : (reply ?? settingsServer(asked))
  }

const provinces = [
  { _id: 'p-gp', state_name: 'Gauteng', country: 'ZA' },
  { _id: 'p-la', state_name: 'Lagos', country: 'NG' },
]
const cities = [
  { _id: 'c-1', city_name: 'Pretoria', state_id: 'p-gp' },
  { _id: 'c-2', city_name: 'Soweto', state_id: 'p-gp' },
  { _id: 'c-3', city_name: 'Lekki', state_id: 'p-la' },
]
export const places: Record<string, Reply | ((body: unknown) => Reply)> = {
  'city_state/get-all-states': said('Success', { data: provinces }),
  'city_state/get-cities-by-state-ids': (body) => {
    const { state_ids } = body as { state_ids: string[] }
    return said('Success', { data: cities.filter((city) => state_ids.includes(city.state_id)) })
  },
}

interface Options {
  server?: Server
  person?: Person
  env?: Partial<Env>
  /** Runs before the first render. */
  prepare?: (local: LocalApp) => void
}

export function openEntry(
  address: string,
  { server = settingsServer, person, env = {}, prepare }: Options = {},
) {
  window.history.replaceState(null, '', address)
  const held = new Map<string, string>()
  if (person) held.set('authentication-token', tokenOf(person))
  const on = stage(server, {
    localStorage: {
      getItem: (key) => held.get(key) ?? null,
      setItem: (key, value) => void held.set(key, value),
      removeItem: (key) => void held.delete(key),
    },
    ...env,
  })
  prepare?.(on.local)
  const show = () => render(<App local={on.local} screens={lazyScreens(appRoutes, loadNotFound)} />)
  let view = show()
  return {
    ...on,
    held,
    /** Returns the bodies of the calls to one path. */
    sent: (path: string) => on.asked.filter((call) => call.path === path).map((call) => call.body),
    reopen() {
      view.unmount()
      view = show()
    },
    /** Waits for some time. */
    settle: (ms = 350) => act(() => new Promise((done) => setTimeout(done, ms))),
  }
}

export const main = () => within(screen.getByRole('main'))
export const heading = (name: string) => screen.findByRole('heading', { level: 1, name })
export const field = <E extends HTMLElement = HTMLInputElement>(label: string) =>
  main().getByLabelText<E>(label)

/** Types into the fields and selects from the lists, by their labels. */
export async function fill(values: Record<string, string>): Promise<void> {
  for (const [label, value] of Object.entries(values)) {
    const control = await main().findByLabelText(label)
    if (control instanceof HTMLSelectElement) {
      await within(control).findByRole('option', { name: value })
      await userEvent.selectOptions(control, value)
    } else {
      await userEvent.clear(control)
      await userEvent.type(control, value)
    }
  }
}
export const press = (name: string) => userEvent.click(main().getByRole('button', { name }))
