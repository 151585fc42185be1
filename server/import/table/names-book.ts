import type { CarType } from '#contract/limits.ts'
import type { Brand, City, Province } from '#contract/reference.ts'
import { fold } from '#catalogue'
import { demoMakes } from '../../demo/makes/all-makes.ts'
import { keyOf } from './columns.ts'

/** Names people use for makes, as keys. */
const otherNames = new Map<string, string>(
  Object.entries({
    vw: 'volkswagen',
    merc: 'mercedesbenz',
    mercedes: 'mercedesbenz',
    benz: 'mercedesbenz',
    mb: 'mercedesbenz',
    chevy: 'chevrolet',
    alfa: 'alfaromeo',
    rangerover: 'landrover',
    rolls: 'rollsroyce',
    gwmhaval: 'haval',
    lexustoyota: 'lexus',
  }),
)

/** What a model usually is, for tables that do not say. */
export interface UsualModel {
  bodytype: CarType
  drive: string
  fueltype: string
  transmission: string
}
const gearboxes = { Automatic: 'Automatic', Manual: 'Manual', Semi: 'Semi-Autometic' } as const
const usual = new Map<string, UsualModel>(
  demoMakes.flatMap((make) =>
    make.models.map((m) => [
      `${keyOf(make.title)} ${keyOf(m.title)}`,
      {
        bodytype: m.body,
        drive: m.drive,
        fueltype: m.fuels[0] ?? 'Petrol',
        transmission: gearboxes[m.gearboxes[0] ?? 'Automatic'],
      },
    ]),
  ),
)

interface KnownMake {
  id: string
  title: string
  models: Map<string, string>
}
export interface NewNames {
  makes: { id: string; title: string }[]
  models: { id: string; make_id: string; title: string }[]
}
type Found = { make: string; model: string } | { missing: 'make' | 'model' }

const mostFound = 20_000

const wordsKey = (text: string) =>
  fold(text)
    .split(/[^a-z0-9]+/)
    .filter((w) => w !== '' && w !== 'state' && w !== 'province')
    .sort()
    .join(' ')

/** Makes, models and places as the tables spell them, found by whatever a dealer writes. */
export class NamesBook {
  readonly #makes = new Map<string, KnownMake>()
  readonly #provinces = new Map<string, { name: string; cities: Map<string, string> }>()
  readonly #newId: (() => string) | undefined
  readonly #found = new Map<string, Found>()
  #fresh: NewNames = { makes: [], models: [] }

  /** With `newId` a make or a model that is not there is added; without, it is missing. */
  constructor(
    reference: { brands: readonly Brand[]; provinces: readonly Province[]; cities: readonly City[] },
    newId?: () => string,
  ) {
    this.#newId = newId
    for (const { _id, maketitle, models } of reference.brands) {
      const known = new Map(models.map((m) => [keyOf(m.modeltitle), m.modeltitle]))
      this.#makes.set(keyOf(maketitle), { id: _id, title: maketitle, models: known })
    }
    for (const { _id, state_name } of reference.provinces) {
      const cities = reference.cities.filter((c) => c.state_id === _id).map((c) => c.city_name)
      const known = new Map(cities.map((c) => [keyOf(c), c]))
      this.#provinces.set(wordsKey(state_name), { name: state_name, cities: known })
    }
  }

  /** The title of a make, or undefined. */
  makeOf(text: string): string | undefined {
    return this.#known(keyOf(text))?.title
  }

  #known(key: string): KnownMake | undefined {
    return this.#makes.get(otherNames.get(key) ?? key)
  }

  /** Both names as the tables have them. */
  find(make: string, model: string): Found {
    const asked = `${make}\0${model}`
    const there = this.#found.get(asked)
    if (there) return there
    const found = this.#find(make, model)
    if (!('missing' in found) && this.#found.size < mostFound) this.#found.set(asked, found)
    return found
  }

  #find(make: string, model: string): Found {
    const known = this.#known(keyOf(make)) ?? this.#addMake(make)
    if (!known) return { missing: 'make' }
    const key = keyOf(model)
    const own = keyOf(known.title)
    const title =
      known.models.get(key) ??
      known.models.get(own + key) ??
      (key.startsWith(own) ? known.models.get(key.slice(own.length)) : undefined) ??
      this.#addModel(known, model, key)
    return title === undefined ? { missing: 'model' } : { make: known.title, model: title }
  }

  /** Splits "Nissan Sentra SV Black" at the longest make and the longest model it begins with. */
  split(text: string): { make: string; model: string } | undefined {
    const words = text.split(' ').filter((w) => w !== '')
    for (let n = Math.min(3, words.length - 1); n > 0; n -= 1) {
      const make = this.#known(keyOf(words.slice(0, n).join('')))
      if (!make) continue
      const rest = words.slice(n)
      for (let m = Math.min(4, rest.length); m > 0; m -= 1) {
        const model = make.models.get(keyOf(rest.slice(0, m).join('')))
        if (model !== undefined) return { make: make.title, model }
      }
      return { make: make.title, model: rest[0] ?? '' }
    }
    return words.length > 1 ? { make: words[0] ?? '', model: words[1] ?? '' } : undefined
  }

  provinceOf(text: string): string | undefined {
    return this.#provinces.get(wordsKey(text))?.name
  }

  cityOf(province: string, text: string): string | undefined {
    return this.#provinces.get(wordsKey(province))?.cities.get(keyOf(text))
  }

  /** The one province that has a city of this name. */
  provinceWith(city: string): string | undefined {
    const key = keyOf(city)
    const having = [...this.#provinces.values()].filter((p) => p.cities.has(key))
    return having.length === 1 ? having[0]?.name : undefined
  }

  /** What was added since the last time this was asked. */
  takeFresh(): NewNames {
    const fresh = this.#fresh
    this.#fresh = { makes: [], models: [] }
    return fresh
  }

  #addMake(text: string): KnownMake | undefined {
    const key = keyOf(text)
    if (!this.#newId || key === '' || text.length > 80) return undefined
    const title = text === text.toLowerCase() ? text.replace(/\b[a-z]/g, (c) => c.toUpperCase()) : text
    const made = { id: this.#newId(), title, models: new Map<string, string>() }
    this.#makes.set(key, made)
    this.#fresh.makes.push({ id: made.id, title })
    return made
  }

  #addModel(make: KnownMake, text: string, key: string): string | undefined {
    if (!this.#newId || key === '' || text.length > 80) return undefined
    make.models.set(key, text)
    this.#fresh.models.push({ id: this.#newId(), make_id: make.id, title: text })
    return text
  }
}

/** What is usual for a model; undefined when nobody knows. */
export const usualOf = (make: string, model: string): UsualModel | undefined =>
  usual.get(`${keyOf(make)} ${keyOf(model)}`)
