import type { Reference } from '../reference.ts'
import { countBefore } from '../count-before.ts'
import { fold } from '../fold.ts'
import { compact, editsAllowed, editsBetween, sameLetters, squeezed, textParts } from '../words.ts'
import { absentNames } from './absent.ts'
import { factMeanings } from './facts.ts'
import { meaningsOfValues, type Meaning, type Pair } from './meaning.ts'
import { placeNames } from './places.ts'
import * as known from './vocabulary.ts'

/** All names that a text may contain, by their spelling without blanks and hyphens. */
export interface Names {
  exact(key: string): Meaning | undefined
  /** Tells whether a text is a known name or the beginning of one. */
  isBeginning(text: string): boolean
  /** Returns the only place, body, fuel or gearbox that begins with the text. */
  begun(text: string): Meaning | undefined
  /** Returns the only name within `most` edits of `text`; when makes are given, models of other makes are ignored. */
  near(text: string, o: { makes: ReadonlySet<string>; most: number }): Meaning | undefined
  /** Returns the model of a maker's code ("320i", "c200"); `make` is the make named directly before. */
  coded(code: string, make: string | undefined): Meaning | undefined
}

/** Tells whether a key is too short or too common to mean a model without its make. */
const needsMake = (key: string) =>
  /^(?:\d+|.|\p{L}{2})$/u.test(key) || known.plainNames.has(key) || known.fillers.has(key)

/** Returns the spellings of a model: its name, its name without the make, the letter of a class and the number of a series. */
export function modelSpellings(make: string, model: string): string[] {
  const whole = compact(model)
  const inMake = compact(make)
  const keys = [whole]
  if (whole.startsWith(inMake) && whole.length > inMake.length) keys.push(whole.slice(inMake.length))
  const family = /^(\w+)[ -](?:series|class)$/.exec(fold(model))
  // "per" does not mean the P-Series.
  if (family?.[1] !== undefined) keys.push(family[1], family[1] + (/\d/.test(family[1]) ? 'er' : 'klasse'))
  return [...keys, ...(known.modelNames.get(model) ?? [])]
}

const titlesIn = ({ brands, provinces, cities }: Reference) => [
  ...brands.flatMap((b) => [b.maketitle, ...b.models.map((m) => m.modeltitle)]),
  ...provinces.map((p) => p.state_name),
  ...cities.map((c) => c.city_name),
]

/** Returns the parts of longer names that occur in no other name: "prado". Not "harcourt", because cities are named whole. */
function ownParts(reference: Reference): (name: string) => string[] {
  const parts = (name: string) => [...new Set(textParts(name))]
  const owners = new Map<string, number>()
  for (const name of new Set(titlesIn(reference)))
    for (const part of parts(name)) owners.set(part, (owners.get(part) ?? 0) + 1)
  const plain = (part: string) =>
    part.length < 4 ||
    !/\p{L}/u.test(part) ||
    needsMake(part) ||
    known.ordinary.has(part) ||
    known.negations.has(part)
  return (name) => {
    const all = parts(name)
    return all.length < 2 ? [] : all.filter((part) => owners.get(part) === 1 && !plain(part))
  }
}

/** Groups models with the same letters: "lexus rx" means the RX 350 and the RX 450h. */
function familiesOf(make: string, models: readonly string[]): Map<string, Pair[]> {
  const families = new Map<string, Pair[]>()
  for (const child of models) {
    const letters = /^(\p{L}{2,3}) ?\d{2,3}\p{L}?$/u.exec(child)?.[1]
    if (letters === undefined) continue
    const family = fold(letters)
    families.set(family, [...(families.get(family) ?? []), { parent: make, child }])
  }
  return families
}

type Put = (key: string, meaning: Meaning) => void

/** Adds makes and models; `behind` adds the spellings of models after their make, which the spelling correction ignores. */
function addMakes(reference: Reference, put: Put, behind: Put): void {
  const own = ownParts(reference)
  const named = reference.brands.map(({ maketitle: make, models }) => {
    const keys = new Set([compact(make), ...own(make), ...(known.makeNames.get(make) ?? [])])
    return { make, keys: [...keys].filter((key) => key !== ''), models: models.map((m) => m.modeltitle) }
  })
  for (const { make, keys } of named) for (const key of keys) put(key, { kind: 'make', make })
  const rest: (() => void)[] = []
  for (const { make, keys, models } of named) {
    for (const model of models) {
      const meaning: Meaning = { kind: 'model', models: [{ parent: make, child: model }] }
      for (const key of modelSpellings(make, model)) {
        if (key === '') continue
        if (!needsMake(key)) put(key, meaning)
        for (const start of keys) if (start + key !== key) rest.push(() => behind(start + key, meaning))
      }
      for (const key of own(model)) rest.push(() => put(key, meaning))
    }
    for (const model of models) {
      // "Tiggo 7" means the Tiggo 7 Pro when no other Tiggo 7 exists.
      const short = /^(.*\d) (?:pro|plus)$/i.exec(model)?.[1]
      const meaning: Meaning = { kind: 'model', models: [{ parent: make, child: model }] }
      if (short === undefined) continue
      for (const start of ['', ...keys]) rest.push(() => put(start + compact(short), meaning))
    }
    for (const [family, of] of familiesOf(make, models)) {
      for (const start of keys) rest.push(() => behind(start + family, { kind: 'model', models: of }))
    }
  }
  // Derived names come last, so that they never replace a real name.
  for (const add of rest) add()
}

/** Adds the names that the reference data lacks, alone and after their make. */
function addAbsent(put: Put, behind: Put, names: ReadonlyMap<string, Meaning>): void {
  for (const absent of absentNames()) {
    const { make, model } = absent
    const meaning: Meaning = { kind: 'absent', ...absent }
    const key = compact(model ?? make)
    const there = names.get(key)
    // The reference data has this make or this model. Any other existing name may still be a model after its make.
    if (there?.kind === 'make' || (there?.kind === 'model' && there.models.some((m) => m.parent === make)))
      continue
    if (model === undefined) {
      put(key, meaning)
      continue
    }
    for (const spelled of modelSpellings(make, model)) {
      if (!needsMake(spelled)) put(spelled, meaning)
      for (const start of [compact(make), ...(known.makeNames.get(make) ?? [])])
        behind(start + spelled, meaning)
    }
  }
}

/** Collects all names. The first meaning of a spelling wins; models or cities with the same spelling are combined. */
function collect(reference: Reference): { names: Map<string, Meaning>; pairs: ReadonlySet<string> } {
  const pairs = new Set<string>()
  const names = new Map<string, Meaning>()
  const put: Put = (key, meaning) => {
    const there = names.get(key)
    if (key === '' || there === meaning) return
    if (there?.kind === 'model' && meaning.kind === 'model') {
      if (there.models.some((m) => m.parent === meaning.models[0]?.parent)) return
      names.set(key, { kind: 'model', models: [...there.models, ...meaning.models] })
    } else if (there?.kind === 'city' && meaning.kind === 'city') {
      names.set(key, { kind: 'city', cities: [...there.cities, ...meaning.cities] })
    } else if (!there) names.set(key, meaning)
  }
  // Values come before names: "Convertible" is a model of one make, but a body for everybody else.
  for (const [key, meaning] of [...meaningsOfValues(), ...factMeanings()]) put(key, meaning)
  const behind: Put = (key, meaning) => {
    if (!names.has(key)) pairs.add(key)
    put(key, meaning)
  }
  addMakes(reference, put, behind)
  for (const [key, meaning] of placeNames(reference)) put(key, meaning)
  addAbsent(put, behind, names)
  return { names, pairs }
}

/**
 * Returns a reader of maker's codes: BMW's three digits begin with the series, Mercedes' letters name the class. Both require
 * that the model exists.
 */
export function codesOf(reference: Reference) {
  const models = (find: RegExp) =>
    reference.brands.flatMap((b) =>
      b.models.flatMap(({ modeltitle: child }) => {
        const found = find.exec(child)?.[1]
        return found === undefined ? [] : [{ name: fold(found), parent: b.maketitle, child }]
      }),
    )
  const series = models(/^(\d) Series$/)
  const classes = models(/^(\w{1,2})-Class$/)
  const makers = new Set(classes.map((c) => c.parent))
  const letters = [
    ...classes,
    ...models(/^([A-Z]{3})$/).filter((m) => makers.has(m.parent)),
    // Codes of Isuzu: "KB250".
    ...models(/^(KB)$/),
  ]
  return (code: string, make: string | undefined): Meaning | undefined => {
    const numbered = /^m?([1-8])\d\d([cdeilstx]{0,3})$/.exec(code)
    const lettered = /^([a-z]{1,3})(\d{2,3})(?:[a-z]{0,3})$/.exec(code)
    const amg = /^(?:35|43|45|53|55|63|65)$/
    const fits = [
      ...series.filter(
        (s) => s.name === numbered?.[1] && (s.parent === make || /^[ceilx]?[deit]$/.test(numbered[2] ?? '')),
      ),
      ...letters.filter(
        (l) => l.name === lettered?.[1] && (lettered[2]?.length === 3 || amg.test(lettered[2] ?? '')),
      ),
    ].filter((m) => make === undefined || m.parent === make)
    return fits.length === 0
      ? undefined
      : { kind: 'model', models: fits.map(({ parent, child }) => ({ parent, child })) }
  }
}

/** Maximum number of missing letters at the end of such a word. */
const mostMissing = 4
/** Kinds of names that a beginning of the word may stand for. */
const beginnable = new Set<Meaning['kind']>(['province', 'city', 'bodytype', 'fueltype', 'transmission'])

/** Returns the index of the first entry of a sorted list that is not before `text`. */
const firstFrom = (sorted: readonly string[], text: string) =>
  countBefore(sorted.length, (i) => (sorted[i] ?? '') < text)

/** Replaces a first letter by the one that sounds alike: "wolvo", "phord". */
const sounded = (text: string) => squeezed(text).replace(/^w/, 'v').replace(/^ph/, 'f')

const only = (meanings: readonly Meaning[]): Meaning | undefined => {
  const [first, ...others] = meanings
  const same = JSON.stringify(first)
  return others.every((m) => JSON.stringify(m) === same) ? first : undefined
}

function build(reference: Reference): Names {
  const { names, pairs } = collect(reference)
  const codes = codesOf(reference)
  const own = [...names.keys()].filter((key) => !pairs.has(key))
  const sorted = [...new Set([...own, ...titlesIn(reference).flatMap(textParts)])].sort()
  const starting = (text: string) => {
    const found: string[] = []
    for (let i = firstFrom(sorted, text); sorted[i]?.startsWith(text); i += 1) found.push(sorted[i] ?? '')
    return found
  }
  const spelled = [...names]
    .filter(([key]) => /^\p{L}{4,}$/u.test(key) && !pairs.has(key))
    .filter(([, meaning]) => meaning.kind !== 'aside' && meaning.kind !== 'absent')
    // "never" is not a misspelled "neuer", nor "rates" a misspelled "rotes".
    .filter(
      ([key, { kind }]) => !((kind === 'fact' || kind === 'sort') && /^(?:ne[uw]|rot|blau|grau)/.test(key)),
    )
    .map(([key, meaning]) => ({ key: sounded(key), meaning }))
  const distances = (text: string, o: { atMost: number; alone: boolean; meant: (m: Meaning) => boolean }) => {
    const short = sounded(text)
    const allowed = short.length < 5 ? 0 : Math.min(o.atMost, editsAllowed(short))
    return spelled.flatMap(({ key, meaning }) => {
      // Too many words are one letter away from a short name: "basic", "shift", "lekker".
      const exact =
        key.length < 5 ||
        (short.length < 6 &&
          ((meaning.kind === 'model' && o.alone) || (meaning.kind === 'fact' && meaning.field === 'feature')))
      const most = exact ? 0 : allowed
      // "trunk", "block" and "hitch" are words of their own; "balck" is a transposition.
      const isName = meaning.kind === 'make' || meaning.kind === 'model'
      if (!isName && key.length === 5 && short.length === 5 && !sameLetters(key, short)) return []
      if (key[0] !== short[0] || Math.abs(key.length - short.length) > most || !o.meant(meaning)) return []
      const edits = editsBetween(short, key, { most, beginning: false })
      return edits > most ? [] : [{ edits, meaning }]
    })
  }
  return {
    exact: (key) => names.get(key),
    isBeginning: (text) => sorted[firstFrom(sorted, text)]?.startsWith(text) === true,
    begun(text) {
      const begun = starting(text)
      const meanings = begun.flatMap((key) => names.get(key) ?? [])
      const meaning = text.length >= 5 && meanings.length === begun.length ? only(meanings) : undefined
      if (meaning === undefined || !beginnable.has(meaning.kind)) return undefined
      // "fully" does not mean "fully electric", nor "people" "people carrier".
      const isPlace = meaning.kind === 'city' || meaning.kind === 'province'
      return isPlace || begun.some((key) => key.length <= text.length + mostMissing) ? meaning : undefined
    },
    near(text, { makes, most }) {
      if (text.length < 5 || editsAllowed(text) === 0) return undefined
      const meant = (m: Meaning) =>
        m.kind !== 'model' || makes.size === 0 || m.models.some((model) => makes.has(model.parent))
      const found = distances(text, { atMost: most, alone: makes.size === 0, meant })
      const least = Math.min(...found.map((f) => f.edits))
      return only(found.filter((f) => f.edits === least).map((f) => f.meaning))
    },
    coded(code, make) {
      const letters = /^([a-z]{1,3})\d{3}$/.exec(code)?.[1] ?? ''
      const absent = names.get(`mercedes${letters}`)
      // "b180" may be missing from the reference data, and "r350" may be money.
      const isAbsent =
        absent?.kind === 'absent' && letters !== '' && (make === absent.make || letters !== 'r')
      return codes(code, make) ?? (isAbsent && (make ?? absent.make) === absent.make ? absent : undefined)
    },
  }
}

const cache = new WeakMap<Reference, Names>()

/** Returns the names of a reference, computed once per reference object. */
export function namesOf(reference: Reference): Names {
  const names = cache.get(reference) ?? build(reference)
  cache.set(reference, names)
  return names
}
