import { favouritesFirst } from '../cache/mine.ts'
import type { PublicStore } from '../cache/eviction.ts'
import type { OwnStore } from '../outbox/command.ts'
import { favouriteIds, wantedOf } from '../outbox/view/overlay.ts'
import type { PinHalt } from './types.ts'
import { pathsOf, type SavedPictures } from './pictures.ts'
import type { PictureFormat } from '#contract/limits.ts'
import { haltIn, pinsIn, putPin, type Pin } from './rows.ts'

/** What the job of keeping favourites knows: read afresh before each step, for people and other tabs go on meanwhile. */
export interface PinState {
  favourites: string[]
  pins: Pin[]
  halt: PinHalt | undefined
  /** When it was halted, by the phone's clock. */
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
    const base = new Set(favouritesFirst(rows).map((row) => row.carId))
    const favourites = favouriteIds({ base, wanted: wantedOf(items) })
    return { favourites, pins, halt: halt?.why, haltAt: halt?.at ?? 0 }
  })

/** The newest version of each of these cars that anything on this phone speaks of. */
export const readNewest = (shared: PublicStore, ids: readonly string[]): Promise<Map<string, number>> =>
  shared.transaction('read', ['cards'], async (tx) => {
    const rows = await Promise.all(ids.map((id) => tx.get('cards', id)))
    return new Map(rows.flatMap((row) => (row ? [[row.id, row.card.version] as const] : [])))
  })

interface Ports {
  own: OwnStore
  shared: PublicStore
  pictures: SavedPictures | undefined
  format: PictureFormat
  now: () => number
}

/**
 * Brings the list into line with what really lies on the disk: a browser may have thrown pictures away, a step may
 * have been cut off after its effect, and a car's page may have been kept because somebody looked at it.
 */
export async function reconcile({ own, shared, pictures, format, now }: Ports): Promise<void> {
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

/** Pictures that the server does not have: nothing is asked for twice. */
const absent = (pin: Pin | undefined) =>
  Object.fromEntries(Object.entries(pin?.have ?? {}).filter(([, bytes]) => bytes === 0))
const among = (paths: readonly string[], here: ReadonlyMap<string, number>) =>
  Object.fromEntries(
    paths.flatMap((path) => {
      const bytes = here.get(path)
      return bytes === undefined ? [] : [[path, bytes]]
    }),
  )
/** Its words are not here (any more). */
function without({ version: _version, ...pin }: Pin, here: ReadonlyMap<string, number>): Pin {
  return { ...pin, have: { ...absent(pin), ...among(pin.paths, here) } }
}
