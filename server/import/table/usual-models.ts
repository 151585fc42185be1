import type { CarType } from '#contract/limits.ts'
import { allMakes } from '../../reference/makes/all-makes.ts'
import { foldedKey } from './columns.ts'

/** What a model usually is, for tables that do not say. */
export interface UsualModel {
  bodytype: CarType
  drive: string
  fueltype: string
  transmission: string
}
const gearboxes = { Automatic: 'Automatic', Manual: 'Manual', Semi: 'Semi-Autometic' } as const
const usual = new Map<string, UsualModel>(
  allMakes.flatMap((make) =>
    make.models.map((m) => [
      `${foldedKey(make.title)} ${foldedKey(m.title)}`,
      {
        bodytype: m.body,
        drive: m.drive,
        fueltype: m.fuels[0] ?? 'Petrol',
        transmission: gearboxes[m.gearboxes[0] ?? 'Automatic'],
      },
    ]),
  ),
)

/** Undefined when nobody knows. */
export const usualOf = (make: string, model: string): UsualModel | undefined =>
  usual.get(`${foldedKey(make)} ${foldedKey(model)}`)

const titles = new Map(allMakes.map((make) => [foldedKey(make.title), make.models.map((m) => m.title)]))
/** Models of a make that are usual, whether the tables have them or not. */
export const usualTitles = (make: string): readonly string[] => titles.get(foldedKey(make)) ?? []

const trims = new Map(
  allMakes.flatMap((make) =>
    make.models.map((m) => [
      `${foldedKey(make.title)} ${foldedKey(m.title)}`,
      m.trims.join(' ').toLowerCase().split(' '),
    ]),
  ),
)
/** Whether a model is sold with a word behind its name: a Countryman is a "Cooper", too. */
export const isTrim = (make: string, model: string, word: string): boolean =>
  trims.get(`${foldedKey(make)} ${foldedKey(model)}`)?.includes(word.toLowerCase()) === true
