import type { CachedAnswerRow, OwnTables } from '../database/records.ts'
import type { Tx } from '../database/store.ts'

/** Why not everything is fetched now: few bytes wished, Wi-Fi waited for, as many pictures as fit, no room, stopped. */
export type PinHalt = 'lean' | 'wifi' | 'cap' | 'full' | 'stopped'

/** How far this phone is with keeping a person's favourites for the times without signal. */
export interface PinsView {
  /** Favourites that can be stored. */
  of: number
  /** Those that are here, with as many pictures as they shall have now. */
  saved: number
  /** Ids of those that do not open without signal yet. */
  missing: ReadonlySet<string>
  halt: PinHalt | undefined
}

/** The job's list, in the person's own `kept`: one row for each car, so that a cut costs one picture at most. */
export interface Pin {
  carId: string
  /** Version of the details that are here. */
  version?: number
  /** The server does not have it any more; nothing more can be had. */
  gone?: boolean
  /** Addresses of its pictures, the first picture first. */
  paths: string[]
  /** Bytes of those that are here. */
  have: Record<string, number>
  /** The heart was taken away then, by the phone's clock. */
  left?: number
}
const prefix = 'pin:'
const haltRow = 'pins'

const pinOf = ({ value }: CachedAnswerRow) => value as Pin
export const newPin = (carId: string): Pin => ({ carId, paths: [], have: {} })

/** Inside a transaction that names `kept`. */
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

/** It opens without signal. */
export const opens = (pin: Pin): boolean => pin.version !== undefined && has(pin, pin.paths[0])
/** Nothing is missing. */
export const isWhole = (pin: Pin): boolean =>
  pin.version !== undefined && pin.paths.every((path) => has(pin, path))

/** In the words of a screen. A car that the server does not have, and the phone never had, cannot be stored. */
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
    // While more pictures have to wait, those that open are as good as they get.
    saved: wanted.filter(halt === undefined ? isWhole : opens).length,
    missing: new Set(wanted.filter((pin) => !opens(pin)).map((pin) => pin.carId)),
    // Nothing is missing, so it does not matter any more.
    halt: halt === 'full' && wanted.every(isWhole) ? undefined : halt,
  }
}
