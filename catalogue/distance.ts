/** A position on earth, in degrees. */
export interface Position {
  lat: number
  lng: number
}

const radians = (degrees: number) => (degrees * Math.PI) / 180
/** Mean radius of the earth in km. */
const earth = 6371

/** Returns the great-circle distance in kilometres (haversine). */
export function distanceKm(a: Position, b: Position): number {
  const north = Math.sin(radians(b.lat - a.lat) / 2)
  const east = Math.sin(radians(b.lng - a.lng) / 2)
  const h = north * north + Math.cos(radians(a.lat)) * Math.cos(radians(b.lat)) * east * east
  return 2 * earth * Math.asin(Math.min(1, Math.sqrt(h)))
}

/** A city; one that is known only by its name has no coordinates. */
export interface Placed {
  lat?: number | undefined
  lng?: number | undefined
}

/** Returns the position of a city; undefined without coordinates. */
export function positionOf(city: Placed): Position | undefined {
  const { lat, lng } = city
  return lat === undefined || lng === undefined ? undefined : { lat, lng }
}

/** Returns the city nearest to a position and its distance in km; undefined when no city has coordinates. */
export function nearestCity<C extends Placed>(
  position: Position,
  cities: readonly C[],
): { city: C; km: number } | undefined {
  let nearest: { city: C; km: number } | undefined
  for (const city of cities) {
    const there = positionOf(city)
    if (!there) continue
    const km = distanceKm(position, there)
    if (!nearest || km < nearest.km) nearest = { city, km }
  }
  return nearest
}

/** Returns the cities of `from` and all cities at most `km` kilometres away from one of them. */
export function citiesWithin<C extends Placed>(from: readonly C[], cities: readonly C[], km: number): C[] {
  const centres = from.flatMap((city) => positionOf(city) ?? [])
  return cities.filter((city) => {
    if (from.includes(city)) return true
    const there = positionOf(city)
    return there !== undefined && centres.some((centre) => distanceKm(centre, there) <= km)
  })
}
