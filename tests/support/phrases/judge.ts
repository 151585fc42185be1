import {
  createSearchIndex,
  columnsOf,
  readPhrase,
  readQuery,
  type CarSearchIndex,
  type Reference,
} from '#catalogue'
import { readListQuery } from '#contract/list-query.ts'
import { soughtAmong } from '#contract/values/options.ts'
import { demoWorld } from '../../../demo/seed.ts'
import { oneCar } from '../../../demo/car/one-car.ts'
import { germany } from './germany.ts'
import { nigeria } from './nigeria.ts'
import { plain, readingOf } from './reading.ts'
import { southAfrica } from './south-africa.ts'
import { unitedKingdom } from './united-kingdom.ts'

/** Typed text and its meaning, in the format of `readingOf`. */
export type Phrased = readonly [typed: string, meant: string]
const rows = (set: string): Phrased[] =>
  set
    .trim()
    .split('\n')
    .map((line) => {
      const [typed = '', meant = ''] = line.split(' | ')
      return [typed.trim(), meant.trim()]
    })

/** Phrases by the country of the buyers. */
export const phraseSets: readonly (readonly [country: string, phrases: readonly Phrased[]])[] = [
  ['South Africa', rows(southAfrica)],
  ['Nigeria', rows(nigeria)],
  ['United Kingdom', rows(unitedKingdom)],
  ['Germany', rows(germany)],
]

export interface Verdict {
  typed: string
  meant: string
  read: string
  /** Whether the reading equals the meaning. */
  understood: boolean
  /** Whether the reading contains something that is not meant. */
  misread: boolean
  cars: number
  /** Whether no car is found, although there are some without the unrecognised words or without the misread parts. */
  needlessZero: boolean
}

const pieces = (reading: string) => reading.split(', ').filter((piece) => piece !== '')
const claims = (reading: string) => pieces(reading).filter((piece) => !/^!?"/.test(piece))

/** Returns how a phrase is read, and what it finds. */
export function judge([typed, meant]: Phrased, engine: CarSearchIndex, reference: Reference): Verdict {
  const read = readingOf(typed, reference)
  const expected = pieces(meant)
  const found = (search: string) => {
    const { filter } = readQuery(readListQuery({ search }), reference)
    return { cars: engine.total(filter), filter }
  }
  const { cars, filter } = found(typed)
  const wordless = { ...filter, words: [], wishes: [], wished: 'ranked' as const }
  // Misread parts are removed from the end, so that the earlier offsets stay valid.
  const meantText = readPhrase(typed, reference)
    .understood.filter((u) => !expected.includes(plain(u)))
    .reduceRight((text, { span }) => `${text.slice(0, span.start)} ${text.slice(span.end)}`, typed)
  return {
    typed,
    meant,
    read,
    understood: read === meant,
    misread: claims(read).some((piece) => !expected.includes(piece)),
    cars,
    needlessZero: cars === 0 && (engine.total(wordless) > 0 || found(meantText).cars > 0),
  }
}

/** Creates a search index over so many demo cars. */
export function demoEngine(count: number): CarSearchIndex {
  const { world } = demoWorld(1, new Date('2026-03-01T00:00:00Z'), count)
  const engine = createSearchIndex()
  const cars = Array.from({ length: count }, (_, i) => {
    const { views: _views, id, mileageKm, created_at, carfeatures, ...car } = oneCar(i, world)
    const features = soughtAmong(carfeatures)
    const created = created_at.toISOString()
    return { ...car, _id: id, mileage_km: mileageKm, created_at: created, carfeatures: features }
  })
  engine.load(columnsOf(cars))
  return engine
}

/** Formats a share in percent with one decimal. */
export const percent = (part: number, of: number) => `${((part / of) * 100).toFixed(1)} %`
