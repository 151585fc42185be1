import { buckets } from '../cache/budget.ts'
import type { PinHalt } from './types.ts'
import { bytesOf, isWhole, newPin, type Pin } from './rows.ts'
import type { DownloadAllowance } from './network-info.ts'

export type { DownloadAllowance }

/** An undo may bring a heart back; for so long nothing of the car is thrown away, milliseconds. */
export const undoFor = 10_000

export type Work =
  | { do: 'note'; pin: Pin }
  | { do: 'drop'; pin: Pin }
  | { do: 'details'; pin: Pin }
  | { do: 'picture'; pin: Pin; path: string; first: boolean }
export interface Facts {
  /** Favourites in the order in which they matter. */
  favourites: readonly string[]
  pins: readonly Pin[]
  /** The newest version of each car that this phone knows of. */
  newest: ReadonlyMap<string, number>
  /** Cars that were asked for in this run: a server that knows no newer one is not asked again. */
  asked: ReadonlySet<string>
  allowance: DownloadAllowance
  /** Nothing can be fetched now. */
  cut: boolean
  now: number
}

/** More pictures than this are not kept, bytes. */
export const picturesCap = buckets.favourites.hard
/** About one picture, bytes. */
const onePicture = 80 * 1024

/** What to do next; undefined when all that may be done now is done. Words first, then faces, then the rest. */
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
    if (old && !f.asked.has(pin.carId)) return { do: 'details', pin }
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

export const isCapped = (pins: readonly Pin[]): boolean =>
  pins.reduce((sum, pin) => sum + bytesOf(pin), 0) + onePicture > picturesCap

/** Why it rests with pictures missing. */
export function haltOf(pins: readonly Pin[], allowance: DownloadAllowance): PinHalt | undefined {
  if (allowance.halt !== undefined) return allowance.halt
  return isCapped(pins) && !pins.every(isWhole) ? 'cap' : undefined
}

/** When something that was let go may be thrown away, milliseconds from now. */
export function nextLeave(pins: readonly Pin[], now: number): number | undefined {
  const waits = pins.flatMap(({ left }) => (left === undefined ? [] : [Math.max(0, left + undoFor - now)]))
  return waits.length > 0 ? Math.min(...waits, undoFor) : undefined
}
