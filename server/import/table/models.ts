import { absentNames, makeNames, modelSpellings } from '#catalogue'
import type { CarType } from '#contract/limits.ts'
import { foldedKey } from './columns.ts'
import { allMakes } from '../../reference/makes/read-makes.ts'

/** Usual facts of a model, for tables that do not state them. */
export interface UsualModel {
  bodytype: CarType
  drive: string
  fueltype: string
  transmission: string
}
const gearboxes = { Automatic: 'Automatic', Manual: 'Manual', Semi: 'Semi-Autometic' } as const
const pairOf = (make: string, model: string) => `${foldedKey(make)} ${foldedKey(model)}`
const usual = new Map<string, UsualModel & { trims: readonly string[] }>(
  allMakes.flatMap((make) =>
    make.models.map((m) => [
      pairOf(make.title, m.title),
      {
        bodytype: m.body,
        drive: m.drive,
        fueltype: m.fuels[0] ?? 'Petrol',
        transmission: gearboxes[m.gearboxes[0] ?? 'Automatic'],
        trims: m.trims.join(' ').toLowerCase().split(' '),
      },
    ]),
  ),
)

/** Returns the usual facts of a model; undefined if they are unknown. */
export const usualOf = (make: string, model: string): UsualModel | undefined => usual.get(pairOf(make, model))

/** Returns whether a model is sold with this word after its name: a Countryman is a "Cooper", too. */
const isTrim = (make: string, model: string, word: string): boolean =>
  usual.get(pairOf(make, model))?.trims.includes(word.toLowerCase()) === true

/** Usual models by make, whether or not the reference data has them. */
const usualOfMake = new Map(allMakes.map((make) => [foldedKey(make.title), make.models]))

/** A model and the text after it ("Hilux", "2.8 GD-6 RB"), or the models that the text may mean. */
type ModelRead = { model: string; rest: string } | { several: readonly string[] }

/** Maximum words of a name, and maximum characters of a text. */
const mostWords = 5
const longest = 2000

/** Body or doors, which dealers write before a model. */
const bodyFirst = /^(?:hatch(?:back)?|[2-5](?:-?(?:dr|doors?))?|doors?)$/i

/** Generation, which precedes the models of Volkswagen's buses and alone means a Transporter. */
const generation = /^t[4-7](?:\.1)?$/i

/** Returns the key of a name. "+" is a word, because "Go" and "Go+" are two models. */
const keyOf = (text: string) => foldedKey(text.replaceAll('+', ' plus '))

/** Models whose name continues another model's name, beside the missing ones that the search knows. */
const longer = `
Toyota: Yaris Cross, Corolla Verso
Citroën: C4 Picasso, C4 Grand Picasso, Grand C4 Picasso, C4 SpaceTourer, C4 Cactus, C4 Aircross, C3 Picasso, C3 Aircross, C3 Pluriel, C5 Aircross, C5 X
Volkswagen: Golf Sportsvan, Golf Plus, Polo Classic, Polo Playa, Passat CC
Ford: Focus C-Max, Transit Connect, Transit Courier, Transit Custom, Tourneo Connect, Tourneo Courier, Tourneo Custom
Renault: Megane Scenic
Mitsubishi: Pajero Sport, Pajero iO, Pajero Pinin, Outlander Sport, Space Star
Hyundai: Grand Santa Fe, Grand i10, Grand i20
Suzuki: Vitara Brezza
Land Rover: Discovery Sport, Range Rover Sport, Range Rover Evoque, Range Rover Velar
`
const absent = new Map<string, { title: string; body: CarType | undefined }[]>()
const addAbsent = (make: string, title: string, body?: CarType) =>
  absent.set(make, [...(absent.get(make) ?? []), { title, body }])
for (const { make, model, body } of absentNames()) if (model !== undefined) addAbsent(make, model, body)
for (const line of longer.trim().split('\n')) {
  const [make = '', titles = ''] = line.split(': ')
  for (const title of titles.split(', ')) addAbsent(make, title)
}

/** The models of one make. Finds a model whatever text a dealer writes after it. */
export class ModelsOfMake {
  readonly #make: string
  readonly #makeKeys: ReadonlySet<string>
  readonly #coded: (code: string) => readonly string[]
  readonly #known = new Map<string, string>()
  /** Models of the make that are not in the reference data, with their body: a "Corolla Verso" is no Corolla. */
  readonly #others = new Map<string, CarType | undefined>()
  /** Names of several words by their beginnings: "Tiggo 4" begins "Tiggo 4 Pro". */
  readonly #begun = new Map<string, string[]>()

  /** `coded` returns the models that a maker's code may stand for. */
  constructor(make: string, titles: readonly string[], coded: (code: string) => readonly string[]) {
    this.#make = make
    this.#makeKeys = new Set([make, ...(makeNames.get(make) ?? [])].map(keyOf))
    this.#coded = coded
    for (const title of titles) this.#known.set(keyOf(title), title)
    for (const title of titles) {
      for (const key of this.#keys(title)) if (!this.#known.has(key)) this.#known.set(key, title)
    }
    const others = [
      ...(usualOfMake.get(foldedKey(make)) ?? []).map(({ title }) => ({
        title,
        body: usualOf(make, title)?.bodytype,
      })),
      ...(absent.get(make) ?? []),
    ]
    for (const { title, body } of others) {
      for (const key of this.#keys(title)) if (!this.#known.has(key)) this.#others.set(key, body)
    }
    for (const title of new Set([...titles, ...others.map((o) => o.title)])) {
      const words = title.split(' ')
      for (let n = 2; n < words.length; n += 1) {
        const key = keyOf(words.slice(0, n).join(''))
        this.#begun.set(key, [...(this.#begun.get(key) ?? []), title])
      }
    }
  }

  #keys(title: string): string[] {
    const keys = [title, ...modelSpellings(this.#make, title)].map(keyOf).filter((key) => key !== '')
    return [...keys, ...keys.map((key) => keyOf(this.#make) + key)]
  }

  add(title: string): void {
    this.#known.set(keyOf(title), title)
  }

  /** Returns the longest model that a text begins with, or the one that its code stands for; undefined when neither is known. */
  read(text: string): ModelRead | undefined {
    const whole = this.#known.get(keyOf(text))
    if (whole !== undefined) return { model: whole, rest: '' }
    if (text.length > longest) return undefined
    const words = this.#withoutMake(text.split(' ').filter((word) => keyOf(word) !== ''))
    const behind = generation.test(words[0] ?? '') ? this.#behind(words) : undefined
    if (behind) return behind
    let longer: readonly string[] = []
    for (let n = Math.min(mostWords, words.length); n > 0; n -= 1) {
      const key = keyOf(words.slice(0, n).join(''))
      const model = this.#known.get(key)
      if (model !== undefined) {
        if (longer.length > 0) return { several: [model, ...longer] }
        return this.#alone(model, words.slice(n))
      }
      if (this.#others.has(key)) return undefined
      if (longer.length === 0) longer = this.#begun.get(key) ?? []
    }
    const found = this.#byCode(words) ?? (longer.length > 0 ? undefined : this.#glued(words))
    // In "Hatch Cooper S" and "3-door Cooper" the body precedes the model.
    return found ?? (bodyFirst.test(words[0] ?? '') ? this.#behind(words) : undefined)
  }

  /** Reads "KB250 D-Teq": a model with the engine size attached. */
  #glued([first = '', ...rest]: readonly string[]): ModelRead | undefined {
    const [, letters = '', digits = ''] = /^(\p{L}{2,})(\d{2,3})$/u.exec(first) ?? []
    const model = letters === '' ? undefined : this.#known.get(keyOf(letters))
    return model === undefined ? undefined : { model, rest: [digits, ...rest].join(' ') }
  }

  #behind([first = '', ...rest]: readonly string[]): ModelRead | undefined {
    const found = rest.length > 0 ? this.read(rest.join(' ')) : undefined
    if (!found || 'several' in found) return found
    return { model: found.model, rest: `${first} ${found.rest}`.trim() }
  }

  /**
   * Returns the model. If a later word names another model, the text may mean both, unless the other model is sold with the first
   * name as a trim: a "Cooper S Clubman" is a Clubman.
   */
  #alone(model: string, rest: readonly string[]): ModelRead | undefined {
    const body = usualOf(this.#make, model)?.bodytype
    for (const [at, word] of rest.entries()) {
      const key = keyOf(word)
      if (!/^[a-z]{4,}$/.test(key) || isTrim(this.#make, model, word)) continue
      const other = this.#known.get(key)
      if (other !== undefined && other !== model) {
        const isSoldAs = model.split(' ').every((part) => isTrim(this.#make, other, part))
        if (!isSoldAs) return { several: [model, other] }
        return { model: other, rest: [model, ...rest.toSpliced(at, 1)].join(' ') }
      }
      // A Hiace is called Quantum, too. Both are buses, so such a name is no contradiction.
      if (this.#others.has(key) && this.#others.get(key) !== body) return undefined
    }
    return { model, rest: rest.join(' ') }
  }

  #byCode(words: readonly string[]): ModelRead | undefined {
    const [first = '', second = ''] = words
    const codes = /^[a-z]{1,3}$/i.test(first) ? [first + second] : [first]
    const found = codes.flatMap((code) => this.#coded(keyOf(code)))
    const [model, ...others] = new Set(found)
    if (model === undefined) return undefined
    return others.length > 0 ? { several: [model, ...others] } : { model, rest: words.join(' ') }
  }

  #withoutMake(words: string[]): string[] {
    for (let n = Math.min(3, words.length - 1); n > 0; n -= 1) {
      if (this.#makeKeys.has(keyOf(words.slice(0, n).join('')))) return words.slice(n)
    }
    return words
  }
}
