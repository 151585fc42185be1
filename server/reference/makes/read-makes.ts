import type { CarType } from '#contract/limits.ts'
import makes from './makes.json' with { type: 'json' }

export type Fuel = 'Petrol' | 'Diesel' | 'Hybrid' | 'Electric'
export type Gearbox = 'Automatic' | 'Manual' | 'Semi'
export type Drivetrain = '4WD' | 'AWD' | 'FWD' | 'RWD'

export interface ModelEntry {
  make: string
  title: string
  body: CarType
  /** First and last model year; still built when the last is undefined. */
  from: number
  to: number | undefined
  /** Price when new, in million Naira of today. */
  price: number
  /** Litres, or kilowatt-hours for electric ones. */
  engines: readonly string[]
  fuels: readonly Fuel[]
  drive: Drivetrain
  gearboxes: readonly Gearbox[]
  trims: readonly string[]
}
export interface MakeEntry {
  title: string
  /** How common it is on the roads of both countries together. */
  weight: number
  models: readonly ModelEntry[]
}

const bodyOf = new Map<string, CarType>(
  Object.entries({
    suv: 'SUV',
    sed: 'Sedan',
    hat: 'Hatchback',
    pic: 'Pickup',
    cou: 'Coupe',
    con: 'Convertible',
    wag: 'Wagon',
    mpv: 'MPV',
    bus: 'Minibus',
  }),
)
const fuelOf = new Map<string, Fuel>(Object.entries({ P: 'Petrol', D: 'Diesel', H: 'Hybrid', E: 'Electric' }))
const gearboxOf = new Map<string, Gearbox>(Object.entries({ A: 'Automatic', M: 'Manual', S: 'Semi' }))
const driveOf = new Map<string, Drivetrain>(Object.entries({ '4': '4WD', A: 'AWD', F: 'FWD', R: 'RWD' }))

function known<T>(table: ReadonlyMap<string, T>, key: string, line: string): T {
  const value = table.get(key)
  if (value === undefined) throw new Error(`"${key}" is not known in the line "${line}"`)
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
    fuels = '',
    drive = '',
    boxes = '',
    trims,
  ] = cellsOf(line)
  const [from, to] = years.split('-')
  return {
    make,
    title,
    body: known(bodyOf, body, line),
    from: Number(from),
    to: to === undefined || to === '' ? undefined : Number(to),
    price: Number(price),
    engines: listOf(engines),
    fuels: Array.from(fuels, (f) => known(fuelOf, f, line)),
    drive: known(driveOf, drive, line),
    gearboxes: Array.from(boxes, (g) => known(gearboxOf, g, line)),
    trims: trims === undefined ? ownTrims : listOf(trims),
  }
}

/**
 * The 62 makes of the product, by name. Each is a line `Make | weight | trims` over those of its models:
 * `title | body | from-to | price | engines | fuels | drive | gearboxes | own trims`.
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
