import { render } from '@testing-library/react'
import { Route, Switch } from 'wouter'
import type { OwnCar } from '#contract/ads.ts'
import type { Profile } from '#contract/users/profile.ts'
import type { User } from '#contract/users/users.ts'
import { ProfileScreen } from '../../src/features/profile/index.ts'
import { sampleCard, sampleNow } from './sample-car.ts'
import { samplePerson, sampleToken } from './sample-people.ts'
import { nothing, OnStage, type StageCall, type Reply, stage, type Server, type Stage } from './stage.tsx'
import type { Payable } from '#contract/plans/orders.ts'
import { orderServer } from './plans.ts'
import { adForm } from './writes.ts'

/** Renders the profile of a fictional person with a simulated server. */

const fields = {
  fullname: 'Ngozi Eze',
  gsm: '803123456',
  province: 'Lagos',
  city: 'Lekki',
  businessname: 'Eze Motors',
  businessAddress: '12 Admiralty Way',
  opening_hours: [],
} satisfies Profile['fields']

export const sampleProfile = (change: Partial<Profile> = {}): Profile => {
  const now = { ...fields, ...change.fields }
  return {
    ...now,
    id: samplePerson.id,
    email: samplePerson.email,
    country_code: '+234',
    avatarurl: '',
    logourl: '',
    sold_cars_count: 3,
    listing_cars_count: 14,
    favourite_cars_count: 5,
    subscriptions: [{ name: 'Gold', expirycdate: '01-01-2100', expirytimes: 4_102_444_800 }],
    histories: [],
    is_subscriber: true,
    version: 4,
    ...change,
    fields: now,
  }
}

export const ownCar = (n: number, change: Partial<OwnCar> = {}): OwnCar => {
  const card = sampleCard(n, { creator: samplePerson.id, ...change })
  return {
    ...card,
    fields: {
      ...adForm,
      carfeatures: [...adForm.carfeatures],
      title: card.title,
      price: card.price,
      status: card.status,
      images: card.images,
    },
    updated_at: card.created_at,
  }
}

const success = { success: true, msg: 'Success' }
const asOf = new Date(sampleNow).toISOString()
const slice = <T,>(asked: StageCall, all: readonly T[]) => {
  const { page = 1, limit = 9 } = asked.body as { page?: number; limit?: number }
  return {
    ...success,
    data: all.slice((page - 1) * limit, page * limit),
    totalCount: all.length,
    as_of: asOf,
  }
}

/** Data of one person on the server; changed as a test needs it. */
export interface World {
  profile: Profile
  cars: OwnCar[]
  /** Rows of the other lists. */
  inquiries: unknown[]
  testDrives: unknown[]
  history: unknown[]
  orders: Payable[]
  /** Server for writes and any other call; returns `'usual'` for the default response. */
  instead: (asked: StageCall) => Reply | 'usual'
}
export const world = (change: Partial<World> = {}): World => ({
  profile: sampleProfile(),
  cars: [],
  inquiries: [],
  testDrives: [],
  history: [],
  orders: [],
  instead: () => 'usual',
  ...change,
})

export const serverOf =
  (w: World): Server =>
  (asked) => {
    const other = w.instead(asked)
    if (other !== 'usual') return other
    const ordered = orderServer(w.orders, asked)
    if (ordered) return ordered
    switch (asked.path) {
      case 'users/get-user-profile-data':
        return { body: { ...success, data: w.profile, as_of: asOf } }
      case 'users/my-car-list':
        return { body: slice(asked, ownCarsOf(asked.body, w.cars)) }
      case 'users/enquiry/my-cars-enquiry-list':
        return { body: slice(asked, w.inquiries) }
      case 'cars/get-testDrive-list':
        return { body: { ...slice(asked, w.testDrives), count_records: w.testDrives.length } }
      case 'users/get-my-subscription-history':
        return { body: { ...success, data: w.history } }
      case 'city_state/get-all-states':
        return {
          body: {
            ...success,
            data: places.map(({ name }) => ({ _id: name, state_name: name, country: 'NG' })),
          },
        }
      case 'city_state/get-cities-by-state-ids':
        return { body: { ...success, data: citiesOf(asked.body) } }
      case 'users/update-user-details':
        return edited(w, asked.body as Record<string, unknown>)
      case 'cars/update-car-details':
        return restated(w, asked.body as { car_id: string; status: OwnCar['status'] })
      default:
        return asked.path.startsWith('cars/delete-car/') ? deleted(w, asked.path.slice(16)) : undefined
    }
  }
const ownCarsOf = (body: unknown, cars: readonly OwnCar[]) => {
  const { id } = body as { id?: string }
  return id === undefined ? cars : cars.filter(({ _id }) => _id === id)
}
const places = [
  { name: 'Lagos', cities: ['Lekki', 'Ikeja'] },
  { name: 'Abuja', cities: ['Wuse'] },
]
function citiesOf(body: unknown) {
  const { state_ids: ids } = body as { state_ids: string[] }
  return places
    .filter(({ name }) => ids.includes(name))
    .flatMap(({ name, cities }) => cities.map((city) => ({ _id: city, city_name: city, state_id: name })))
}
function edited(w: World, sent: Record<string, unknown>): Reply {
  const patch = Object.fromEntries(Object.entries(sent).filter(([name]) => name !== 'base_version'))
  w.profile = sampleProfile({
    ...w.profile,
    version: w.profile.version + 1,
    fields: { ...w.profile.fields, ...patch },
  })
  const { id, version, fields: now } = w.profile
  return {
    body: { success: true, msg: 'Your profile has been updated', data: { _id: id, version, fields: now } },
  }
}
function restated(w: World, { car_id: id, status }: { car_id: string; status: OwnCar['status'] }): Reply {
  w.cars = w.cars.map((car) =>
    car._id === id ? { ...car, status, version: car.version + 1, fields: { ...car.fields, status } } : car,
  )
  const car = w.cars.find((c) => c._id === id)
  if (!car) return { status: 404, body: { success: false, code: 'not_found', msg: 'Not found' } }
  const { slug, version, fields: now } = car
  return {
    body: { success: true, msg: 'Your ad has been updated', data: { _id: id, slug, version, fields: now } },
  }
}
function deleted(w: World, id: string): Reply {
  w.cars = w.cars.filter((car) => car._id !== id)
  return { body: { success: true, msg: 'Your ad has been deleted', data: { _id: id } } }
}

export const show = ({ local }: Pick<Stage, 'local'>) =>
  render(
    <OnStage local={local}>
      <Switch>
        <Route path="/profile">
          <ProfileScreen />
        </Route>
        <Route path="/login">The sign-in page</Route>
        <Route path="/outbox">The outbox</Route>
        <Route path="/order/:id">The order's page</Route>
      </Switch>
    </OnStage>,
  )

/** Opens the profile at a path, signed in or as a guest. */
export function openProfile(query: string, o: { world?: World; signedIn?: boolean; user?: User } = {}) {
  window.history.replaceState(null, '', `/profile${query}`)
  const phone = stage(nothing)
  if (o.signedIn !== false) phone.local.env.localStorage?.setItem('authentication-token', sampleToken(o.user))
  const w = o.world ?? world()
  const on = stage(serverOf(w), { localStorage: phone.local.env.localStorage })
  return { ...on, ...show(on), world: w }
}
