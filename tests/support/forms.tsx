import { cleanup, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Route, Switch } from 'wouter'
import type { MarketName } from '#contract/values/region.ts'
import { loadBookTestDrive, loadContact, loadInsurance } from '../../src/features/forms/index.ts'
import { sampleNow, sampleReply } from './sample-car.ts'
import { sampleToken } from './sample-people.ts'
import { sampleSettings } from './shell.tsx'
import { OnStage, type StageCall, type Reply, stage, type Server } from './stage.tsx'

/** Renders the three forms of the product with a simulated server. */

const success = { success: true, msg: 'Success' }
export const formPaths = {
  'testdrive.book': 'cars/test-drive/book-test-drive',
  'contact.send': 'contact_us/save-contact-us-email',
  'insurance.send': 'appointments/insurance-inquiry',
} as const
const writes: readonly string[] = Object.values(formPaths)

const taken = (path: string): Reply => ({
  body: {
    success: true,
    msg: path.startsWith('contact') ? 'Thank you, Ngozi. We read every letter.' : 'Taken',
    data: { _id: 'row-1', status: 'pending', created_at: '2026-03-12T12:00:00.000Z' },
  },
})
const brand = (maketitle: string, ...models: string[]) => ({
  _id: maketitle,
  maketitle,
  count_models: models.length,
  models: models.map((modeltitle) => ({ _id: modeltitle, modeltitle })),
})
const towns = new Map([
  ['Lagos', ['Lekki', 'Ikeja']],
  ['Gauteng', ['Soweto']],
])

interface World {
  market?: MarketName
  /** Server for the form itself; `undefined` as response means that none arrives. */
  answer?: Server
  /** Server for the other calls; returns `'usual'` for the default response. */
  instead?: (asked: StageCall) => Reply | 'usual'
  signedIn?: boolean
  /** Whether the phone reports that it is online. */
  online?: boolean
}
export const serverOf =
  ({ market = 'mixed', answer = ({ path }) => taken(path), instead = () => 'usual' }: World): Server =>
  (asked) => {
    if (writes.includes(asked.path)) return answer(asked)
    const other = instead(asked)
    if (other !== 'usual') return other
    switch (asked.path) {
      case 'common/get-site-settings':
        return { body: { ...success, data: { ...sampleSettings, market } } }
      case 'common/get-all-makes':
        return {
          body: { ...success, data: [brand('Toyota', 'Fortuner', 'Hilux'), brand('Honda', 'City')] },
        }
      case 'city_state/get-all-states':
        return {
          body: {
            ...success,
            data: [...towns.keys()].map((name) => ({ _id: name, state_name: name, country: 'NG' })),
          },
        }
      case 'city_state/get-cities-by-state-ids': {
        const [id = ''] = (asked.body as { state_ids: string[] }).state_ids
        const names = towns.get(id) ?? []
        return {
          body: { ...success, data: names.map((name) => ({ _id: name, city_name: name, state_id: id })) },
        }
      }
      case `cars/get-single-car/${sampleReply().data.slug}`:
        return { body: sampleReply() }
      default:
        return undefined
    }
  }

const screens = {
  '/book-test-drive': await loadBookTestDrive(),
  '/contact': await loadContact(),
  '/insurance': await loadInsurance(),
}

/** Opens a form at its path. */
export function openForm(address: string, world: World = {}) {
  window.history.replaceState(null, '', address)
  const held = new Map<string, string>()
  if (world.signedIn) held.set('authentication-token', sampleToken())
  const on = stage(serverOf(world), {
    now: () => sampleNow,
    saysOnline: () => world.online ?? true,
    localStorage: {
      getItem: (key) => held.get(key) ?? null,
      setItem: (key, value) => void held.set(key, value),
      removeItem: (key) => void held.delete(key),
    },
  })
  const show = () =>
    render(
      <OnStage local={on.local}>
        <Switch>
          {Object.entries(screens).map(([path, Screen]) => (
            <Route key={path} path={path}>
              <Screen />
            </Route>
          ))}
          <Route>Another page</Route>
        </Switch>
      </OnStage>,
    )
  const sent = () => on.asked.filter((asked) => writes.includes(asked.path))
  return {
    ...on,
    ...show(),
    show,
    sent,
    bodies: () => sent().map(({ body }) => body as Record<string, unknown>),
  }
}

/** Returns a field by its label. */
export const field = (label: string) => screen.findByLabelText<HTMLInputElement>(label)

/** Types into fields and selects options. */
export async function fill(values: Record<string, string>) {
  for (const [label, value] of Object.entries(values)) {
    const control = await field(label)
    if (control instanceof HTMLSelectElement) {
      await within(control).findByRole('option', { name: value })
      await userEvent.selectOptions(control, value)
    } else {
      await userEvent.clear(control)
      if (value === '') continue
      await userEvent.click(control)
      await userEvent.paste(value)
    }
  }
}
export const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))

/** Leaves a form whose data is saved, lets `refuse` make the server refuse it, and opens the form again. */
export async function leaveAndReturn(on: ReturnType<typeof openForm>, refuse: () => void): Promise<void> {
  await screen.findByText('Saved. It will be sent when you are back online.')
  cleanup()
  refuse()
  on.local.kick('manual')
  await waitFor(() => {
    if (on.local.views.get().outbox.some(({ state }) => state !== 'rejected'))
      throw new Error('Not refused yet')
  })
  on.show()
}
