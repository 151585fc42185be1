import {
  compact,
  distanceKm,
  fold,
  mainDistricts,
  placeCodes,
  placeNames,
  placeQuarters,
  type Position,
  positionOf,
} from '#catalogue'
import type { City, Province } from '#contract/reference.ts'
import { wordSet } from './columns.ts'

/** Finds the place of a car by what dealers write into the columns of province and city. */

export interface CarPlace {
  province: string
  city: string
}
/** A place that a text names. A city has one pair for each province with a city of that name. */
interface Named {
  province: string | undefined
  cities: readonly CarPlace[]
  /** Whether the name is a quarter of the city. */
  isQuarter?: boolean
  /** District with most of the city, used when nothing more precise is given. */
  main?: CarPlace | undefined
}
interface Read {
  named: Named[]
  /** Whether there are words that are no known place, such as a street or a suburb. */
  rest: boolean
  /** Whether either of two places may be meant: "Ikeja/Lekki". */
  either: boolean
}
interface PlaceCells {
  inProvince: Read
  inCity: Read
  own: CarPlace
}
export type PlaceFound =
  /** `finer`: whether the city's cell is more precise than the city. */
  (CarPlace & { finer: boolean }) | { field: 'province' | 'city'; reason: string }

/** Words that do not tell a place, such as the name of a country. */
const silent = wordSet('state province city nigeria south africa rsa sa za ng the of in')
/** Words that make a street of the name before them: "Brits Street" is not in Brits. */
const streets = wordSet(
  'street str st road rd avenue ave av drive dr way close crescent cres lane ln boulevard blvd highway hwy expressway express exp bypass freeway',
)
/** Words that say that the car is elsewhere, or not in one place. */
const elsewhere = wordSet(
  'near outside around between not from to nationwide delivery deliver delivered anywhere various republic cotonou ghana accra togo tyne uk usa dubai germany japan london',
)
const either = /^(?:[-/|&+]|or|and|und|oder)$/
const nothing: Read = { named: [], rest: false, either: false }
const isGiven = (read: Read) => read.named.length > 0 || read.rest
const refuse = (field: 'province' | 'city', reason: string) => ({ field, reason })
const unclear = 'This may be more than one place.'
/** Maximum kilometres between names of one place: "Sandton, Johannesburg" is one place, "Durban, Pietermaritzburg" are two. */
const oneTown = 45
/** Maximum characters of a place and of a cached pair of cells, and maximum number of cached results. */
const longest = 200
const mostFound = 20_000

/** All names of the reference data's places. */
export class Places {
  readonly #provinces = new Map<string, string>()
  readonly #cities = new Map<string, CarPlace[]>()
  readonly #quarters = new Set<string>()
  readonly #main = new Map<string, CarPlace>()
  readonly #positions = new Map<string, Position>()
  readonly #found = new Map<string, PlaceFound>()

  constructor(reference: { provinces: readonly Province[]; cities: readonly City[] }) {
    for (const [key, meaning] of placeNames({ brands: [], ...reference })) {
      if (meaning.kind === 'province' && !this.#provinces.has(key)) this.#provinces.set(key, meaning.province)
      if (meaning.kind !== 'city') continue
      const pairs = meaning.cities.map(({ parent, child }) => ({ province: parent, city: child }))
      this.#cities.set(key, [...(this.#cities.get(key) ?? []), ...pairs])
    }
    const provinces = new Map(reference.provinces.map((p) => [p._id, p.state_name]))
    for (const city of reference.cities) {
      const position = positionOf(city)
      if (position) this.#positions.set(`${provinces.get(city.state_id) ?? ''}\0${city.city_name}`, position)
    }
    const titles = new Set(provinces.values())
    for (const [code, place] of placeCodes) {
      const cities = this.#cities.get(compact(place))
      if (titles.has(place)) this.#provinces.set(code, place)
      else if (cities && !this.#cities.has(code)) this.#cities.set(code, cities)
    }
    this.#addQuarters()
  }

  #addQuarters(): void {
    for (const [key, city] of placeQuarters) {
      const cities = this.#cities.get(compact(city))
      if (!cities || this.#cities.has(key)) continue
      this.#cities.set(key, cities)
      this.#quarters.add(key)
    }
    for (const [key, city] of mainDistricts) {
      const [district] = this.#cities.get(compact(city)) ?? []
      if (district) this.#main.set(key, district)
    }
  }

  /** Returns the place that both cells name. The dealer's own is used if they are blank or name only the dealer's province. */
  find(province: string, city: string, own: CarPlace): PlaceFound {
    const asked = [province, city, own.province, own.city].join('\0')
    const there = this.#found.get(asked)
    if (there) return there
    const found = this.#find({ inProvince: this.#read(province), inCity: this.#read(city), own })
    if (asked.length <= longest) {
      if (this.#found.size >= mostFound) this.#found.clear()
      this.#found.set(asked, found)
    }
    return found
  }

  /** Returns whether a text names any place. */
  knows(text: string): boolean {
    return this.#read(text).named.length > 0
  }

  #find(o: PlaceCells): PlaceFound {
    const { inProvince, inCity, own } = o
    if (!isGiven(inProvince) && !isGiven(inCity)) {
      return own.province === '' || own.city === ''
        ? refuse('city', 'Where the car stands is not said, neither here nor in the profile.')
        : { ...own, finer: false }
    }
    if (inProvince.either) return refuse('province', unclear)
    if (inCity.either) return refuse('city', unclear)
    const stated = common(inProvince.named)
    if (stated === undefined && isGiven(inProvince))
      return refuse('province', 'This province is not known here.')
    if (stated?.length === 0) return refuse('province', unclear)
    const all = common([...inProvince.named, ...inCity.named])
    if (all === undefined) return refuse('city', 'This city is not known here.')
    const [province, ...others] = all
    if (others.length > 0) {
      return refuse('city', `Places of that name are in ${all.join(' and ')}. Write which.`)
    }
    if (province !== undefined) return this.#cityIn(province, o)
    return refuse(
      'city',
      stated?.[0] === undefined ? unclear : `This city of ${stated[0]} is not known here.`,
    )
  }

  #cityIn(province: string, { inProvince, inCity, own }: PlaceCells): PlaceFound {
    const { named, rest } = isGiven(inCity) ? inCity : inProvince
    const there = named.flatMap((n) => {
      const city = n.cities.find((c) => c.province === province)
      return city === undefined ? [] : [{ city, sure: n.province === undefined }]
    })
    const sure = there.filter((t) => t.sure)
    if (sure.some((t) => !this.#isNear(t.city, sure[0]?.city ?? t.city))) return refuse('city', unclear)
    // "Oyo, Ibadan" is in Oyo State; "Oyo" alone is the town.
    const { city } = sure[0]?.city ?? (isGiven(inCity) ? there[0]?.city : undefined) ?? { city: undefined }
    if (city !== undefined) {
      const finer = inCity.rest || inCity.named.length > 1 || inCity.named.some((n) => n.isQuarter)
      return { province, city, finer }
    }
    if (!rest && own.province === province && own.city !== '') return { ...own, finer: false }
    const main = inCity.named.find((n) => n.main?.province === province)?.main
    if (main && !rest) return { ...main, finer: true }
    return refuse(
      'city',
      rest ? `This city of ${province} is not known here.` : `Which city of ${province} is not said.`,
    )
  }

  #isNear(a: CarPlace, b: CarPlace): boolean {
    const [one, other] = [a, b].map((p) => this.#positions.get(`${p.province}\0${p.city}`))
    return (
      a.city === b.city || (one !== undefined && other !== undefined && distanceKm(one, other) <= oneTown)
    )
  }

  #read(text: string): Read {
    if (text.length > longest) return { ...nothing, rest: true }
    const tokens = fold(text)
      .replace(/\s[-–—]\s/g, ', ')
      .match(/[\p{L}\p{N}]+|[,;()/|&+-]/gu)
    const read: Read = { named: [], rest: false, either: false }
    let last: { named: Named; end: number } | undefined
    for (let at = 0; tokens !== null && at < tokens.length;) {
      const found = this.#at(tokens, at)
      const token = tokens[at] ?? ''
      if (found === undefined) {
        if (elsewhere.has(token)) return { ...nothing, rest: true }
        if (/[\p{L}\p{N}]/u.test(token) && !silent.has(token)) read.rest = true
        at += 1
        continue
      }
      const between = last === undefined ? [] : tokens.slice(last.end, at)
      if (last && between.length === 1 && either.test(between[0] ?? '') && !meet(last.named, found.named)) {
        read.either = true
      }
      read.named.push(found.named)
      last = found
      at = found.end
    }
    return read
  }

  /** Returns the longest name that begins at a token, of up to four words. */
  #at(tokens: readonly string[], at: number): { named: Named; end: number } | undefined {
    let key = ''
    let best: { named: Named; end: number } | undefined
    for (let [end, words] = [at, 0]; end < tokens.length && words < 4; end += 1) {
      const token = tokens[end] ?? ''
      if (token === '-' && key !== '') continue
      if (!/[\p{L}\p{N}]/u.test(token)) break
      key += token
      words += 1
      const [province, cities] = [this.#provinces.get(key), this.#cities.get(key) ?? []]
      if (province === undefined && cities.length === 0) continue
      const named = { province, cities, isQuarter: this.#quarters.has(key), main: this.#main.get(key) }
      best = { named, end: end + 1 }
    }
    return best && streets.has(tokens[best.end] ?? '') ? undefined : best
  }
}

const provincesOf = ({ province, cities }: Named): string[] => [
  ...new Set([...(province === undefined ? [] : [province]), ...cities.map((c) => c.province)]),
]
/** Returns the provinces that all these places have in common; undefined for an empty list. */
function common(named: readonly Named[]): string[] | undefined {
  const [first, ...others] = named.map(provincesOf)
  return first?.filter((province) => others.every((list) => list.includes(province)))
}
/** Returns whether two names mean one place, or one place is within the other. */
const meet = (a: Named, b: Named): boolean => {
  const sameCity = a.cities.some((x) => b.cities.some((y) => x.city === y.city && x.province === y.province))
  const oneIsProvince = a.cities.length === 0 || b.cities.length === 0
  return sameCity || (oneIsProvince && (common([a, b])?.length ?? 0) > 0)
}
