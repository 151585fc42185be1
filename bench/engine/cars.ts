import {
  readQuery,
  tagCodes,
  type CarColumns,
  type Reference,
  type SearchableCar,
  type Search,
} from '#catalogue'
import { readListQuery, type ListQueryInput } from '#contract/list-query.ts'
import { adFuels, carTypes, conditions, drives, sortValues } from '#contract/limits.ts'
import { exteriorColours, soughtFeatures } from '#contract/values/options.ts'

/** Made-up cars with the sizes and proportions of a real market: a few makes and models have most of the cars. */

/** Returns a pseudo-random generator with the same numbers in every run. */
export function dice(seed: number) {
  let state = seed >>> 0
  const roll = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
  return {
    roll,
    below: (n: number) => Math.floor(roll() * n),
    pick: <T>(list: readonly T[]): T => list[Math.floor(roll() * list.length)] as T,
    /** Returns low numbers much more often than high ones, as in Zipf's law. */
    zipf: (n: number) => Math.min(n - 1, Math.floor((n + 1) ** roll()) - 1),
  }
}

const makes = 60
const modelsOf = (make: number) => 8 + ((make * 7) % 30)
const provinces = 46
const citiesOf = (province: number) => 5 + ((province * 5) % 40)
const gearboxes = ['Automatic', 'Manual', 'Semi-Autometic']
const trims = [
  '',
  ' S',
  ' SE',
  ' Sport',
  ' XLE',
  ' Limited',
  ' Premium',
  ' 1.6',
  ' 2.0',
  ' TDI',
  ' GT Line',
  ' 4x4',
]
const syllables = [
  'ka',
  'ro',
  'ven',
  'ti',
  'sol',
  'mar',
  'lex',
  'du',
  'pra',
  'nis',
  'bel',
  'cor',
  'hy',
  'zan',
]
const name = (n: number, salt: number) => {
  const s = (i: number) => syllables[(n * 5 + salt * 3 + i * (n + salt + 7)) % syllables.length] ?? ''
  const text = `${s(1)}${s(2)}${n % 3 === 0 ? s(3) : ''}${n % 4 === 0 ? n % 10 : ''}`
  return text.charAt(0).toUpperCase() + text.slice(1)
}
const makeName = (m: number) => `${name(m, 1)}${m}`
const modelName = (m: number, k: number) => `${name(k, m + 2)} ${k}`
const provinceName = (p: number) => `Province ${name(p, 4)}${p}`
const cityName = (p: number, c: number) => `${name(c, p + 9)}ton ${p}`

const range = (n: number) => Array.from({ length: n }, (_, i) => i)
export const market: Reference = {
  brands: range(makes).map((m) => ({
    _id: `make-${m}`,
    maketitle: makeName(m),
    count_models: modelsOf(m),
    models: range(modelsOf(m)).map((k) => ({ _id: `model-${m}-${k}`, modeltitle: modelName(m, k) })),
  })),
  provinces: range(provinces).map((p) => ({
    _id: `state-${p}`,
    state_name: provinceName(p),
    country: 'NG' as const,
  })),
  cities: range(provinces).flatMap((p) =>
    range(citiesOf(p)).map((c) => ({
      _id: `city-${p}-${c}`,
      city_name: cityName(p, c),
      state_id: `state-${p}`,
      lat: 0,
      lng: 0,
    })),
  ),
}

const start = Date.UTC(2024, 0, 1)
function randomCar(d: ReturnType<typeof dice>, i: number): SearchableCar {
  const m = d.zipf(makes)
  const k = d.zipf(modelsOf(m))
  const p = d.zipf(provinces)
  const age = Math.min(30, Math.floor(d.roll() * d.roll() * 32))
  const year = 2026 - age
  const fuel = (m + k) % 5 === 0 ? d.pick(adFuels) : d.roll() < 0.7 ? 'Petrol' : 'Diesel'
  return {
    _id: `car-${i.toString(36).padStart(8, '0')}`,
    title: `${year} ${makeName(m)} ${modelName(m, k)}${trims[d.zipf(trims.length)] ?? ''}`,
    make: makeName(m),
    model: modelName(m, k),
    year,
    price: Math.round((4_000_000 * 0.88 ** age * (0.3 + 1.5 * d.roll())) / (1 + (k % 4)) / 100) * 100,
    mileage_km: Math.round(age * 14_000 * (0.4 + d.roll()) + d.below(5000)),
    fueltype: fuel,
    transmission: d.roll() < 0.65 ? 'Automatic' : d.pick(gearboxes),
    bodytype: d.roll() < 0.85 ? (carTypes[(m + k * 3) % carTypes.length] ?? 'SUV') : d.pick(carTypes),
    province: provinceName(p),
    city: cityName(p, d.zipf(citiesOf(p))),
    engine: `${(10 + d.below(25)) / 10} L`,
    drive: d.pick(drives),
    condition: d.pick(conditions),
    exteriorcolor: exteriorColours[d.zipf(exteriorColours.length)] ?? '',
    carfeatures: soughtFeatures.filter(() => d.roll() < 0.35),
    status: 'active',
    creator: `user-${d.zipf(20_000)}`,
    created_at: new Date(start + d.below(60_000_000) * 1000).toISOString(),
  }
}

export function randomCars(count: number, seed: number, from = 0): SearchableCar[] {
  const d = dice(seed)
  return range(count).map((i) => randomCar(d, from + i))
}

const emptyDict = (): CarColumns['dict'] => ({
  make: [],
  model: [],
  bodytype: [],
  fueltype: [],
  transmission: [],
  province: [],
  city: [],
  creator: [],
  title: [],
  tags: [],
})

/** Returns the same cars as columns, without holding a million rows in memory. */
export function randomColumns(count: number, seed: number): CarColumns {
  const d = dice(seed)
  const codes = new Map<string, number>()
  const columns: CarColumns = {
    ids: [],
    created: new Float64Array(count),
    price: new Float64Array(count),
    year: new Uint16Array(count),
    km: new Uint32Array(count),
    make: new Uint32Array(count),
    model: new Uint32Array(count),
    bodytype: new Uint32Array(count),
    fueltype: new Uint32Array(count),
    transmission: new Uint32Array(count),
    province: new Uint32Array(count),
    city: new Uint32Array(count),
    creator: new Uint32Array(count),
    title: new Uint32Array(count),
    tags: new Uint32Array(count),
    dict: emptyDict(),
  }
  const names = Object.keys(columns.dict) as (keyof CarColumns['dict'])[]
  for (let i = 0; i < count; i += 1) {
    const car = randomCar(d, i)
    columns.ids.push(car._id)
    columns.created[i] = Date.parse(car.created_at)
    columns.price[i] = car.price
    columns.year[i] = car.year
    columns.km[i] = car.mileage_km
    for (const column of names) {
      const text = column === 'tags' ? tagCodes(car) : car[column]
      const key = `${column} ${text}`
      const code = codes.get(key) ?? columns.dict[column].length
      if (code === columns.dict[column].length) {
        codes.set(key, code)
        columns.dict[column].push(text)
      }
      columns[column][i] = code
    }
  }
  return columns
}

type MakeQuery = (d: ReturnType<typeof dice>) => ListQueryInput
const make = (d: ReturnType<typeof dice>) => makeName(d.zipf(makes))
const model: MakeQuery = (d) => {
  const m = d.zipf(makes)
  return { make: [makeName(m)], model: [modelName(m, d.zipf(modelsOf(m)))] }
}
const prices: MakeQuery = (d) => {
  const min = d.below(1_500_000)
  return { min_price: min, max_price: min + 100_000 + d.below(2_000_000) }
}
const place = (d: ReturnType<typeof dice>) => provinceName(d.zipf(provinces))
const sort = (d: ReturnType<typeof dice>) => (d.roll() < 0.5 ? 'most_recent' : d.pick(sortValues))

/** Typical queries, by kind; every query is new. */
export const kinds: Readonly<Record<string, MakeQuery>> = {
  'nothing set': () => ({}),
  'a make': (d) => ({ make: [make(d)] }),
  'a model': (d) => model(d),
  'a price range': (d) => prices(d),
  'make, price': (d) => ({ make: [make(d)], ...prices(d) }),
  'model, price, kilometres': (d) => ({ ...model(d), ...prices(d), max_kms: 20_000 + d.below(150_000) }),
  'make, fuel, gearbox': (d) => ({
    make: [make(d)],
    fueltype: [d.pick(adFuels)],
    transmission: [d.pick(gearboxes)],
  }),
  'body, fuel': (d) => ({ bodytype: [d.pick(carTypes)], fueltype: [d.pick(adFuels)] }),
  'body, gearbox, price': (d) => ({
    bodytype: [d.pick(carTypes)],
    transmission: [d.pick(gearboxes)],
    ...prices(d),
  }),
  'fuel, price, kilometres': (d) => ({
    fueltype: ['Petrol'],
    ...prices(d),
    max_kms: 20_000 + d.below(150_000),
  }),
  'province, body, price': (d) => ({ province: [place(d)], bodytype: [d.pick(carTypes)], ...prices(d) }),
  'three makes, years, fuel': (d) => ({
    make: [make(d), make(d), make(d)],
    year: [0, 1, 2, 3].map((i) => String(2026 - d.below(9) - i)),
    fueltype: [d.pick(adFuels)],
  }),
  'old years, gearbox': (d) => ({ year: [`pre-${2006 + d.below(10)}`], transmission: [d.pick(gearboxes)] }),
  words: (d) => ({ search: `${name(d.zipf(makes), 1)} ${2026 - d.below(15)}` }),
  'words, price': (d) => ({ search: `${d.pick(['sport', 'limited', 'tdi'])}`, ...prices(d) }),
}

/** Returns a query of a kind as a search for the index. */
export function ask(d: ReturnType<typeof dice>, kind: string, over: ListQueryInput = {}): Search {
  return readQuery(readListQuery({ sortBy: sort(d), ...kinds[kind]?.(d), ...over }), market)
}
