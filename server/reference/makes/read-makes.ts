import { type CarType, carTypes, drives } from '#contract/limits.ts'
import makes from './makes.json' with { type: 'json' }

const fuels = ['Petrol', 'Diesel', 'Hybrid', 'Electric'] as const
const gearboxes = ['Automatic', 'Manual', 'Semi'] as const
export type Fuel = (typeof fuels)[number]

export interface ModelEntry {
  make: string
  title: string
  body: CarType
  /** First and last model year; still built when the last is undefined. */
  from: number
  to: number | undefined
  /** Price when new, in million Naira of today. */
  price: number
  /** Engines in litres, or batteries of electric cars in kilowatt-hours. */
  engines: readonly string[]
  fuels: readonly Fuel[]
  drive: (typeof drives)[number]
  gearboxes: readonly (typeof gearboxes)[number][]
  trims: readonly string[]
}
export interface MakeEntry {
  title: string
  /** Relative frequency on the roads of both countries together. */
  weight: number
  models: readonly ModelEntry[]
}

function known<T extends string>(list: readonly T[], text: string, line: string): T {
  const value = list.find((one) => one === text)
  if (value === undefined) throw new Error(`"${text}" is not known in the line "${line}"`)
  return value
}

const cellsOf = (text: string, mark = '|') => text.split(mark).map((t) => t.trim())
const listOf = (text: string) => cellsOf(text, ',')

function readModel(make: string, ownTrims: readonly string[], line: string): ModelEntry {
  const [
    title = '',
    body = '',
    years = '',
    price = '',
    engines = '',
    burns = '',
    drive = '',
    boxes = '',
    trims,
  ] = cellsOf(line)
  const [from, to] = years.split('-')
  return {
    make,
    title,
    body: known(carTypes, body, line),
    from: Number(from),
    to: to === undefined || to === '' ? undefined : Number(to),
    price: Number(price),
    engines: listOf(engines),
    fuels: listOf(burns).map((fuel) => known(fuels, fuel, line)),
    drive: known(drives, drive, line),
    gearboxes: listOf(boxes).map((box) => known(gearboxes, box, line)),
    trims: trims === undefined ? ownTrims : listOf(trims),
  }
}

/**
 * The 62 makes of the product, by name. In makes.json each make is a line `Make | weight | trims` with the lines of its
 * models: `title | body | from-to | price | engines | fuels | drive | gearboxes | own trims`.
 */
export const allMakes: readonly MakeEntry[] = Object.entries<readonly string[]>(makes).map(
  ([head, models]) => {
    const [title = '', weight = '', trims = ''] = cellsOf(head)
    return {
      title,
      weight: Number(weight),
      models: models.map((line) => readModel(title, listOf(trims), line)),
    }
  },
)
