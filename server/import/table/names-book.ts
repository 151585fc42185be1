import { codesOf, compact, makeNames, namesOf, type Reference } from '#catalogue'
import type { Brand, City, Province } from '#contract/reference.ts'
import { type AnsweredName, nameKey } from '../../reference/proposed-names.ts'
import { foldedKey } from './columns.ts'
import { ModelsOfMake } from './models.ts'
import { Places } from './places.ts'
import { restBehind, unknownName } from './unknown-names.ts'

/** Names of makes that only tables use: in a search they mean something else, or nothing. */
const namesInTables = {
  mb: 'mercedesbenz',
  mbenz: 'mercedesbenz',
  alfa: 'alfaromeo',
  rangerover: 'landrover',
  gwmhaval: 'haval',
  lexustoyota: 'lexus',
}
/** Other names of makes, as keys: those of the search, and those of tables. */
const otherNames = new Map<string, string>([
  ...[...makeNames].flatMap(([make, names]) =>
    names.map((name): [string, string] => [name, foldedKey(make)]),
  ),
  ...Object.entries(namesInTables),
])

interface KnownMake {
  title: string
  models: ModelsOfMake
}
/** Result of a lookup; `rest` is the text after the model. */
type Found =
  | { make: string; model: string; rest: string }
  | { missing: 'make' | 'model' }
  | { several: readonly string[] }

/** Maximum number of cached names, and maximum characters of a cached name. */
const mostFound = 20_000
const longest = 200

/** Finds makes, models and places of the reference data by the spellings of dealers. */
export class NamesBook {
  readonly places: Places
  readonly #makes = new Map<string, KnownMake>()
  readonly #adds: boolean
  /** Answers of an admin to names that dealers asked for, by key. */
  readonly #answers: ReadonlyMap<string, AnsweredName>
  /** Makes that these answers spell differently, by key. */
  readonly #respelled = new Map<string, string>()
  readonly #reference: Reference
  readonly #found = new Map<string, Found>()
  #fresh: { make: string; model: string }[] = []

  /** With `adds`, unknown makes and models are added; else they are missing. */
  constructor(
    reference: { brands: readonly Brand[]; provinces: readonly Province[]; cities: readonly City[] },
    adds = false,
    answers: readonly AnsweredName[] = [],
  ) {
    this.#adds = adds
    this.#reference = reference
    this.#answers = new Map(answers.map((answer) => [answer.key, answer]))
    for (const { key, make, model } of answers) {
      const [askedMake = '', askedModel] = key.split(' ')
      const isSameModel = nameKey({ make, model }).split(' ')[1] === askedModel
      if (isSameModel) this.#respelled.set(askedMake, foldedKey(make))
    }
    const coded = codesOf({ ...reference, provinces: [], cities: [] })
    for (const { maketitle, models } of reference.brands) {
      const titles = models.map((m) => m.modeltitle)
      const known = new ModelsOfMake(maketitle, titles, (code) => modelsIn(coded(code, maketitle)))
      this.#makes.set(foldedKey(maketitle), { title: maketitle, models: known })
    }
    this.places = new Places(reference)
  }

  /** Returns the title of a make; undefined if it is unknown. */
  makeOf(text: string): string | undefined {
    return this.#known(foldedKey(text))?.title
  }

  /** Returns the only make that a text may misspell; undefined if the table may add makes. */
  makeNear(text: string): string | undefined {
    if (this.#adds || text.length > longest) return undefined
    const near = namesOf(this.#reference).near(compact(text), { makes: new Set(), most: 2 })
    return near?.kind === 'make' ? near.make : undefined
  }

  #known(key: string): KnownMake | undefined {
    const there = this.#makes.get(key) ?? this.#makes.get(otherNames.get(key) ?? '')
    return there ?? this.#makes.get(this.#respelled.get(key) ?? '')
  }

  /** Returns make and model as the reference data spells them. After an `open` text's model any words may follow. */
  find(make: string, model: string, o: { open: boolean }): Found {
    const asked = `${make}\0${model}\0${o.open}`
    const there = this.#found.get(asked)
    if (there) return there
    const found = this.#find(make, model, o.open)
    if ('model' in found && asked.length <= longest && this.#found.size < mostFound)
      this.#found.set(asked, found)
    return found
  }

  /** Returns the model that an admin assigned to such a name; `several` where the text may mean another model. */
  #answered(make: string, text: string): Found | undefined {
    const name = unknownName(make, text)
    if (!name || this.#answers.size === 0) return undefined
    const title = this.makeOf(make) ?? make
    const answer = this.#answers.get(nameKey(name)) ?? this.#answers.get(nameKey({ ...name, make: title }))
    if (!answer) return undefined
    const rest = restBehind(name, answer.model)
    return rest === undefined ? { several: [answer.model] } : { make: answer.make, model: answer.model, rest }
  }

  #find(make: string, text: string, open: boolean): Found {
    const there = this.#known(foldedKey(make))
    const known = there ?? (this.#answered(make, text) ? undefined : this.#addMake(make))
    if (!known) return this.#answered(make, text) ?? { missing: 'make' }
    // Some tables have "Range Rover" as the make and "Sport" as its model.
    const read = known.models.read(text) ?? known.models.read(`${make} ${text}`)
    // If models may be added, a name that continues with words is a model of its own: "C4 Cactus" is no C4.
    const added = this.#adds && !open && read && !('several' in read) && /^\p{L}/u.test(read.rest)
    if (read && !added && !('several' in read && this.#adds)) {
      return 'several' in read ? read : { make: known.title, ...read }
    }
    const answered = this.#answered(make, text)
    if (answered) return answered
    const title = open ? (text.split(' ')[0] ?? '') : text
    return this.#addModel(known, title)
      ? { make: known.title, model: title, rest: open ? text.slice(title.length + 1) : '' }
      : { missing: 'model' }
  }

  /**
   * Reads a model together with its derivative, which may name a model that is not in the reference data: "Golf" and "Sportsvan".
   */
  together(make: string, text: string): Found | undefined {
    const known = this.#adds ? undefined : this.#known(foldedKey(make))
    if (!known) return undefined
    const read = known.models.read(text)
    if (!read) return { missing: 'model' }
    return 'several' in read ? undefined : { make: known.title, ...read }
  }

  /** Splits "Nissan Sentra SV Black" after the longest make that it begins with. */
  split(text: string): { make: string; model: string } | undefined {
    const words = text.split(' ').filter((w) => w !== '')
    for (let n = Math.min(3, words.length - 1); n > 0; n -= 1) {
      const make = words.slice(0, n).join(' ')
      if (this.#known(foldedKey(make))) return { make, model: words.slice(n).join(' ') }
    }
    const [make = '', ...rest] = words
    return rest.length > 0 ? { make, model: rest.join(' ') } : undefined
  }

  /** Returns the only make with a model that the text begins with: "Sienna XLE" is a Toyota. */
  makeOfModel(text: string): string | undefined {
    if (!/^[a-z]{3}/.test(foldedKey(text.split(' ')[0] ?? '')) || text.length > longest) return undefined
    const makes = [...this.#makes.values()].filter(({ models }) => {
      const read = models.read(text)
      return read !== undefined && !('several' in read)
    })
    return makes.length === 1 ? makes[0]?.title : undefined
  }

  /** Returns the models added since the last call. */
  takeFresh(): { make: string; model: string }[] {
    const fresh = this.#fresh
    this.#fresh = []
    return fresh
  }

  #addMake(text: string): KnownMake | undefined {
    const key = foldedKey(text)
    if (!this.#adds || key === '' || text.length > 80) return undefined
    const title = text === text.toLowerCase() ? text.replace(/\b[a-z]/g, (c) => c.toUpperCase()) : text
    const made = { title, models: new ModelsOfMake(title, [], () => []) }
    this.#makes.set(key, made)
    return made
  }

  #addModel(make: KnownMake, text: string): boolean {
    if (!this.#adds || foldedKey(text) === '' || text.length > 80) return false
    make.models.add(text)
    this.#fresh.push({ make: make.title, model: text })
    return true
  }
}

const modelsIn = (meaning: ReturnType<ReturnType<typeof codesOf>>): string[] =>
  meaning?.kind === 'model' ? meaning.models.map((m) => m.child) : []
