import { render } from '@testing-library/react'
import type { ReactNode } from 'react'
import type { CarDetail, CarReply } from '#contract/cars.ts'
import { sampleCar, sampleNow, sampleReply } from './sample-car.ts'
import { sampleToken } from './sample-people.ts'
import { nothing, OnStage, refused, stage, type Server } from './stage.tsx'

/** Cars that differ in the compared properties, and phones that store them. */

export const city: Partial<CarDetail> = {
  _id: 'city',
  slug: 'honda-city',
  title: '2006 Honda City',
  make: 'Honda',
  model: 'City',
  price: 1_060_000,
  year: 2006,
  mileage: '131 487 Km',
  mileage_km: 131_487,
  fueltype: 'Petrol',
  engine: '',
  carfeatures: ['Tow bar', 'Sunroof'],
  city: 'Pretoria',
  province: 'Gauteng',
}
export const haval: Partial<CarDetail> = {
  _id: 'haval',
  slug: 'haval-h9',
  title: '2024 Haval H9',
  make: 'Haval',
  model: 'H9',
  price: 32_250_000,
  year: 2024,
  mileage: '34 911 Km',
  mileage_km: 34_911,
  fueltype: 'Petrol',
  engine: '2.0 L',
  carfeatures: ['sunroof'],
  exteriorcolor: '',
}
export const fortuner: Partial<CarDetail> = { _id: 'fortuner', slug: 'toyota-fortuner' }
const market = [city, haval, fortuner]

export const replyOf = (car: Partial<CarDetail>, asOf = sampleNow): CarReply => ({
  ...sampleReply(car),
  recent_list: [],
  as_of: new Date(asOf).toISOString(),
})

/** Server that has only these cars. */
export const carServer: Server = ({ path }) => {
  if (path === 'common/get-site-settings') return undefined
  const slug = path.replace('cars/get-single-car/', '')
  const car = market.find((one) => one.slug === slug)
  if (car) return { body: replyOf(car) }
  return path.startsWith('cars/get-single-car/') ? refused(404, 'not_found', 'No such car.') : undefined
}

/** Creates a phone, for a guest unless `signedIn` is set. */
export function newStage(server: Server = nothing, o: { signedIn?: boolean } = {}) {
  const spare = stage(nothing)
  if (o.signedIn) spare.local.env.localStorage?.setItem('authentication-token', sampleToken())
  return stage(server, { now: () => sampleNow, localStorage: spare.local.env.localStorage })
}
type Stage = ReturnType<typeof newStage>

/** Records views of these cars, one after the other. */
export async function lookedAt(on: Stage, cars: readonly Partial<CarDetail>[], asOf = sampleNow) {
  const engine = await on.local.load()
  for (const car of cars) {
    await engine.keep.car(replyOf(car, asOf))
    await engine.viewed(sampleCar(car)._id)
  }
  return engine
}

export function show(on: Stage, address: string, screen: ReactNode) {
  window.history.replaceState(null, '', address)
  return render(<OnStage local={on.local}>{screen}</OnStage>)
}
