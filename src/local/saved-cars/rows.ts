import type { CachedAnswerRow, OwnTables } from '../database/records.ts'
import type { Tx } from '../database/store.ts'

/** Reason why not everything is loaded now: data saving, waiting for Wi-Fi, limit of pictures reached, no room, stopped. */
export type PinHalt = 'lean' | 'wifi' | 'cap' | 'full' | 'stopped'

/** Progress of storing a person's favourites for offline use. */
export interface PinsView {
  /** Number of favourites that can be stored. */
  of: number
  /** Number of favourites that are stored, with as many pictures as are allowed now. */
  saved: number
  /** Ids of favourites that do not open offline yet. */
  missing: ReadonlySet<string>
  halt: PinHalt | undefined
}

/** A row of the job's list in the person's own `kept`: one row per car, so that an interruption costs one picture at most. */
export interface Pin {
  carId: string
  /** Version of the stored details. */
  version?: number
  /** Whether the server no longer has the car, so that nothing more can be loaded. */
  gone?: boolean
  /** Addresses of its pictures, the first picture first. */
  paths: string[]
  /** Bytes of the stored pictures, by address. */
  have: Record<string, number>
  /** Time at which the heart was removed, by the phone's clock. */
  left?: number
}
const prefix = 'pin:'
const haltRow = 'pins'

const pinOf = ({ value }: CachedAnswerRow) => value as Pin
export const newPin = (carId: string): Pin => ({ carId, paths: [], have: {} })

/** Reads the pins, in a transaction that includes `kept`. */
export const pinsIn = async (tx: Tx<OwnTables>): Promise<Pin[]> =>
  (await tx.list('kept', { from: prefix, to: `${prefix}\uffff` })).map(pinOf)
export async function haltIn(tx: Tx<OwnTables>): Promise<{ why: PinHalt; at: number } | undefined> {
  const row = await tx.get('kept', haltRow)
  return row && { why: row.value as PinHalt, at: row.asOf }
}

export const putPin = (tx: Tx<OwnTables>, pin: Pin, now: number): Promise<void> =>
  tx.put('kept', { k: prefix + pin.carId, value: pin, asOf: now })
export const dropPin = (tx: Tx<OwnTables>, carId: string): Promise<void> => tx.delete('kept', prefix + carId)
export const putHalt = (tx: Tx<OwnTables>, halt: PinHalt | undefined, now: number): Promise<void> =>
  halt === undefined ? tx.delete('kept', haltRow) : tx.put('kept', { k: haltRow, value: halt, asOf: now })

export const bytesOf = ({ have }: Pin): number => Object.values(have).reduce((sum, bytes) => sum + bytes, 0)
const has = (pin: Pin, path: string | undefined) => path === undefined || pin.have[path] !== undefined

/** Whether the car opens offline. */
export const opens = (pin: Pin): boolean => pin.version !== undefined && has(pin, pin.paths[0])
/** Whether everything of the car is stored. */
export const isWhole = (pin: Pin): boolean =>
  pin.version !== undefined && pin.paths.every((path) => has(pin, path))

/** Returns the progress for screens. A car that the server does not have, and this phone never had, cannot be stored. */
export function pinsView(
  favourites: readonly string[],
  pins: readonly Pin[],
  halt: PinHalt | undefined,
): PinsView {
  const known = new Map(pins.map((pin) => [pin.carId, pin]))
  const wanted = favourites.flatMap((id) => {
    const pin = known.get(id) ?? newPin(id)
    return pin.gone === true && pin.version === undefined ? [] : [pin]
  })
  return {
    of: wanted.length,
    // While more pictures have to wait, a car that opens counts as saved.
    saved: wanted.filter(halt === undefined ? isWhole : opens).length,
    missing: new Set(wanted.filter((pin) => !opens(pin)).map((pin) => pin.carId)),
    // A full phone does not matter when nothing is missing.
    halt: halt === 'full' && wanted.every(isWhole) ? undefined : halt,
  }
}
