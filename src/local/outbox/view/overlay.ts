import { commandRegistry, type CommandRegistry, type Fields, type Payloads } from '#contract/commands.ts'
import type { EntityRow, OutboxItem } from '../../database/records.ts'
import { commandOf } from '../command.ts'
import { isDamaged } from '../damage.ts'
import { same } from '../merge.ts'

/**
 * What a person sees is the base with their unfinished wishes on top, folded in their order and computed on read;
 * nothing of it is ever written into the base (I18).
 */
export interface Favourites {
  /** What the server last said. */
  base: ReadonlySet<string>
  /** Wishes it has not confirmed yet. */
  wanted: ReadonlyMap<string, boolean>
}

/** A wish that is refused or taken back is shown in the outbox, not on the thing. */
const counts = (item: OutboxItem) =>
  item.state !== 'done' && item.state !== 'rejected' && item.state !== 'conflict' && !item.cancel

const bySeq = (a: OutboxItem, b: OutboxItem) => a.seq - b.seq

export function wantedOf(items: readonly OutboxItem[]): Map<string, boolean> {
  const wanted = new Map<string, boolean>()
  for (const item of [...items].sort(bySeq)) {
    if (item.kind !== 'fav.set' || !counts(item)) continue
    const { carId, want } = item.payload as Payloads['fav.set']
    wanted.set(carId, want === 'yes')
  }
  return wanted
}

export function isFavourite({ base, wanted }: Favourites, carId: string): boolean {
  return wanted.get(carId) ?? base.has(carId)
}

/** The effective set, wishes of additions last. */
export function favouriteIds({ base, wanted }: Favourites): string[] {
  const ids = [...base].filter((id) => wanted.get(id) !== false)
  for (const [id, on] of wanted) if (on && !base.has(id)) ids.push(id)
  return ids
}

/** Something with versions, as this person sees it. */
export interface EntityView {
  fields: Fields
  /**
   * The server's as far as it is seen: older than the copy beneath where a wish hides what changed there since its
   * author looked. Undefined for what the server does not have yet.
   */
  version: number | undefined
  /** They wished it away, or it is gone. */
  deleted: boolean
  /** Items that have not had their effect yet. */
  waiting: readonly string[]
  /** An item about it that a person must decide: a conflict or a refusal. */
  undecided: string | undefined
}

/** Its words lie over something that its author had not seen. */
const hides = ({ base, baseFrom }: OutboxItem, words: Fields, row: EntityRow): boolean =>
  base !== undefined &&
  baseFrom === undefined &&
  base.version < row.version &&
  Object.keys(words).some((name) => !same(base.snapshot[name], row.fields[name]))

/** One thing: its row with the unfinished items of its lane on top; undefined when there is nothing to see. */
export function entityView(
  row: EntityRow | undefined,
  items: readonly OutboxItem[],
  book: CommandRegistry = commandRegistry,
): EntityView | undefined {
  let fields: Fields = row?.fields ?? {}
  let deleted = row?.gone === true
  let known = row !== undefined
  let version = row?.version
  let undecided: string | undefined
  const waiting: string[] = []
  for (const item of [...items].sort(bySeq)) {
    const command = commandOf(item, book)
    if (item.state === 'done' || item.cancel || !command || isDamaged(item, book)) continue
    const stuck = item.state === 'rejected' || item.state === 'conflict'
    if (stuck) undecided ??= item.id
    else waiting.push(item.id)
    // A new thing is shown although it was refused, else its words could not be found again.
    if (stuck && !command.creates) continue
    known ||= command.creates === true
    if (command.merge === 'absorb') deleted = true
    else if (command.apply) fields = command.apply(fields, item.payload)
    else if (command.editing) {
      const words = command.editing.of(item.payload)
      fields = { ...fields, ...words }
      if (row && hides(item, words, row)) version = Math.min(version ?? 0, item.base?.version ?? 0)
    }
  }
  if (!known) return undefined
  return { fields, version, deleted, waiting, undecided }
}

/** Everything with versions, by lane. */
export function entitiesOf(
  rows: readonly EntityRow[],
  items: readonly OutboxItem[],
  book: CommandRegistry = commandRegistry,
): Map<string, EntityView> {
  const lanes = new Map<string, { row?: EntityRow; items: OutboxItem[] }>()
  for (const row of rows) lanes.set(row.k, { row, items: [] })
  for (const item of items) {
    const command = commandOf(item, book)
    if (!command?.versioned && command?.merge !== 'absorb') continue
    const lane = lanes.get(item.lane) ?? { items: [] }
    lane.items.push(item)
    lanes.set(item.lane, lane)
  }
  const seen = new Map<string, EntityView>()
  for (const [k, lane] of lanes) {
    const one = entityView(lane.row, lane.items, book)
    if (one) seen.set(k, one)
  }
  return seen
}
