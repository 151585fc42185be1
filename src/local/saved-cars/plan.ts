import { buckets } from '../cache/budget.ts'
import { type PinHalt, bytesOf, isWhole, newPin, type Pin, haltIn, pinsIn, putPin } from './rows.ts'
import type { PublicStore } from '../cache/eviction.ts'
import type { OwnStore } from '../outbox/command.ts'
import { favouriteIds, favouritesOf } from '../outbox/favourites.ts'
import { pathsOf, type SavedPictures } from './pictures.ts'
import type { PictureFormat } from '#contract/limits.ts'

/** Data that may be loaded in the background: all pictures, only the first of each car, or none. */
export type DownloadAllowance = { pictures: 'all' | 'first' | 'none'; halt: 'lean' | 'wifi' | undefined }

/** Milliseconds for which the data of a removed favourite is kept, because an undo may restore it. */
export const undoFor = 10_000

export type Work =
  | { do: 'note'; pin: Pin }
  | { do: 'drop'; pin: Pin }
  | { do: 'details'; pin: Pin }
  | { do: 'picture'; pin: Pin; path: string; first: boolean }
export interface Facts {
  /** Favourites in the order of their priority. */
  favourites: readonly string[]
  pins: readonly Pin[]
  /** Newest version of each car that this phone knows of. */
  newest: ReadonlyMap<string, number>
  /** Cars that were requested in this run: a server that has no newer version is not asked again. */
  requested: ReadonlySet<string>
  allowance: DownloadAllowance
  /** Whether the network is down. */
  cut: boolean
  now: number
}

/** Maximum bytes of stored pictures. */
const picturesCap = buckets.favourites.hard
/** Approximate bytes of one picture. */
const onePicture = 80 * 1024

/** Returns the next allowed step; undefined when none is left. Data of cars comes first, then first pictures, then others. */
export function nextWork(f: Facts): Work | undefined {
  const favourites = new Set(f.favourites)
  const known = new Map(f.pins.map((pin) => [pin.carId, pin]))
  for (const pin of f.pins) {
    const { left, ...rest } = pin
    if (favourites.has(pin.carId)) {
      if (left !== undefined) return { do: 'note', pin: rest }
    } else if (left === undefined) return { do: 'note', pin: { ...pin, left: f.now } }
    else if (Math.abs(f.now - left) >= undoFor) return { do: 'drop', pin }
  }
  if (f.cut) return undefined
  const wanted = f.favourites.map((id) => known.get(id) ?? newPin(id))
  for (const pin of wanted) {
    const old = pin.version === undefined || pin.version < (f.newest.get(pin.carId) ?? 0)
    if (old && !f.requested.has(pin.carId)) return { do: 'details', pin }
  }
  if (f.allowance.pictures === 'none' || isCapped(f.pins)) return undefined
  const lacking = (pin: Pin, path: string) => pin.have[path] === undefined
  for (const pin of wanted) {
    const [path] = pin.paths
    if (path !== undefined && lacking(pin, path)) return { do: 'picture', pin, path, first: true }
  }
  if (f.allowance.pictures === 'first') return undefined
  for (const pin of wanted) {
    const path = pin.paths.find((one) => lacking(pin, one))
    if (path !== undefined) return { do: 'picture', pin, path, first: false }
  }
  return undefined
}

const isCapped = (pins: readonly Pin[]): boolean =>
  pins.reduce((sum, pin) => sum + bytesOf(pin), 0) + onePicture > picturesCap

/** Returns the reason why the job rests with pictures missing. */
export function haltOf(pins: readonly Pin[], allowance: DownloadAllowance): PinHalt | undefined {
  if (allowance.halt !== undefined) return allowance.halt
  return isCapped(pins) && !pins.every(isWhole) ? 'cap' : undefined
}

/** Returns the milliseconds until the data of a removed favourite may be deleted. */
export function nextLeave(pins: readonly Pin[], now: number): number | undefined {
  const waits = pins.flatMap(({ left }) => (left === undefined ? [] : [Math.max(0, left + undoFor - now)]))
  return waits.length > 0 ? Math.min(...waits, undoFor) : undefined
}

/** State of the job. It is read before each step, because people and other tabs change it meanwhile. */
export interface PinState {
  favourites: string[]
  pins: Pin[]
  halt: PinHalt | undefined
  /** Time of the halt, by the phone's clock. */
  haltAt: number
}

export const readState = (own: OwnStore): Promise<PinState> =>
  own.transaction('read', ['favourites', 'outbox', 'kept'], async (tx) => {
    const [rows, items, pins, halt] = await Promise.all([
      tx.list('favourites'),
      tx.list('outbox'),
      pinsIn(tx),
      haltIn(tx),
    ])
    const favourites = favouriteIds(favouritesOf(rows, items))
    return { favourites, pins, halt: halt?.why, haltAt: halt?.at ?? 0 }
  })

/** Returns the newest version of each of these cars among the cards on this phone. */
export const readNewest = (shared: PublicStore, ids: readonly string[]): Promise<Map<string, number>> =>
  shared.transaction('read', ['cards'], async (tx) => {
    const rows = await Promise.all(ids.map((id) => tx.get('cards', id)))
    return new Map(rows.flatMap((row) => (row ? [[row.id, row.card.version] as const] : [])))
  })

/** Stores of a person's favourites. */
export interface PinStores {
  own: OwnStore
  shared: PublicStore
  /** Stored pictures; undefined when pictures cannot be stored. */
  pictures: SavedPictures | undefined
  format: PictureFormat
  now: () => number
}

/**
 * Updates the list to the content of the disk: the browser may have evicted pictures, a step may have been interrupted after its
 * effect, and a person may have opened a car's page.
 */
export async function reconcile({ own, shared, pictures, format, now }: PinStores): Promise<void> {
  const { favourites, pins } = await readState(own)
  const here = (await pictures?.list()) ?? new Map<string, number>()
  const known = new Map(pins.map((pin) => [pin.carId, pin]))
  const ids = [...new Set([...favourites, ...known.keys()])]
  const rows = await shared.transaction('read', ['details'], (tx) =>
    Promise.all(ids.map((id) => tx.get('details', id))),
  )
  const next = ids.flatMap((carId, i): Pin[] => {
    const pin = known.get(carId)
    const car = rows[i]?.car
    if (!car) return pin ? [without(pin, here)] : []
    const paths = pictures ? pathsOf(car.pictures, format) : []
    const have = { ...absent(pin), ...among(paths, here) }
    return [{ ...pin, carId, version: car.version, paths, have }]
  })
  const changed = next.filter((pin) => JSON.stringify(pin) !== JSON.stringify(known.get(pin.carId)))
  if (changed.length > 0)
    await own.transaction('write', ['kept'], async (tx) => {
      for (const pin of changed) await putPin(tx, pin, now())
    })
  const wanted = new Set(next.flatMap((pin) => pin.paths))
  await pictures?.drop([...here.keys()].filter((path) => !wanted.has(path)))
}

/** Returns the pictures that the server does not have, so that they are not requested again. */
const absent = (pin: Pin | undefined) =>
  Object.fromEntries(Object.entries(pin?.have ?? {}).filter(([, bytes]) => bytes === 0))
const among = (paths: readonly string[], here: ReadonlyMap<string, number>) =>
  Object.fromEntries(
    paths.flatMap((path) => {
      const bytes = here.get(path)
      return bytes === undefined ? [] : [[path, bytes]]
    }),
  )
/** Returns the pin of a car without stored details. */
function without({ version: _version, ...pin }: Pin, here: ReadonlyMap<string, number>): Pin {
  return { ...pin, have: { ...absent(pin), ...among(pin.paths, here) } }
}
