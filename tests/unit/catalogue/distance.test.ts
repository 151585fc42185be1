import { describe, expect, test } from 'vitest'
import { citiesWithin, distanceKm, nearestCity } from '#catalogue'
import { demoReference } from '../../support/demo-names.ts'

const { cities } = demoReference
const city = (name: string) => {
  const found = cities.find((c) => c.city_name === name)
  if (found?.lat === undefined || found.lng === undefined) throw new Error(name)
  return { ...found, lat: found.lat, lng: found.lng }
}

describe('The way as the crow flies', () => {
  test.each([
    ['Johannesburg', 'Pretoria', 54],
    ['Cape Town', 'Johannesburg', 1262],
    ['Durban', 'Pietermaritzburg', 67],
    ['Lekki', 'Ikeja', 30],
    ['Wuse', 'Port Harcourt', 476],
    ['Cape Town', 'Maiduguri', 5090],
  ])('from %s to %s is about %i km', (from, to, km) => {
    const way = distanceKm(city(from), city(to))
    expect(Math.abs(way - km)).toBeLessThan(Math.max(3, km * 0.02))
    expect(distanceKm(city(to), city(from))).toBeCloseTo(way, 9)
  })

  test('is nothing to the same place, and half the earth at most', () => {
    expect(distanceKm({ lat: 6.5, lng: 3.4 }, { lat: 6.5, lng: 3.4 })).toBe(0)
    expect(distanceKm({ lat: 0, lng: -180 }, { lat: 0, lng: 180 })).toBeCloseTo(0, 6)
    expect(distanceKm({ lat: 90, lng: 0 }, { lat: -90, lng: 0 })).toBeCloseTo(Math.PI * 6371, 6)
  })
})

test('Every city’s position lies in its country and differs from every other city’s', () => {
  const box = { ZA: [-35, -22, 16.4, 33], NG: [4, 14, 2.6, 14.7] } as const
  const countries = new Map(demoReference.provinces.map((p) => [p._id, p.country]))
  for (const c of cities) {
    const [south, north, west, east] = box[countries.get(c.state_id) ?? 'ZA']
    const inside =
      c.lat !== undefined &&
      c.lat > south &&
      c.lat < north &&
      c.lng !== undefined &&
      c.lng > west &&
      c.lng < east
    expect([c.city_name, inside]).toEqual([c.city_name, true])
  }
  expect(new Set(cities.map((c) => `${c.lat} ${c.lng}`)).size).toBe(cities.length)
  // All cities of a province are near each other, so a mistyped coordinate is an outlier.
  for (const a of cities) {
    const farthest = Math.max(
      ...cities
        .filter((b) => b.state_id === a.state_id)
        .map((b) => distanceKm(city(a.city_name), city(b.city_name))),
    )
    expect([a.city_name, farthest < 700]).toEqual([a.city_name, true])
  }
})

test('The nearest city to where somebody stands is found, cities without a position aside', () => {
  expect(nearestCity({ lat: -26.19, lng: 28.03 }, cities)?.city.city_name).toBe('Johannesburg')
  expect(nearestCity({ lat: 6.44, lng: 3.42 }, cities)?.city.city_name).toBe('Victoria Island')
  expect(nearestCity({ lat: -33.9, lng: 18.6 }, cities)?.km).toBeLessThan(5)
  expect(nearestCity({ lat: 0, lng: 0 }, [])).toBeUndefined()
  expect(nearestCity({ lat: 0, lng: 0 }, [{ lat: 1 }])).toBeUndefined()
})

test('A radius search returns cities within that distance; an unlocated city returns itself', () => {
  const names = (name: string, km: number) =>
    citiesWithin(
      cities.filter((c) => c.city_name === name),
      cities,
      km,
    ).map((c) => c.city_name)
  expect(names('Durban', 0)).toEqual(['Durban'])
  expect(names('Durban', 50)).toEqual(['Durban', 'Umhlanga', 'Ballito'])
  expect(names('Pretoria', 30)).toEqual(['Pretoria', 'Centurion', 'Midrand'])
  const nameless = { ...city('Durban'), lat: undefined, lng: undefined }
  expect(citiesWithin([nameless], [nameless, ...cities], 1000)).toEqual([nameless])
})
