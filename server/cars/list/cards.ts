// Cache of the cards of the index's cars as JSON. A card is read when it is first shown.
import type { CarSearchIndex } from '#catalogue'
import type { Db } from '../../kernel/db/sql.ts'
import { shownCardsOf } from './index-store.ts'
import { SlabCache } from './slab-cache.ts'

/** End of every card, and its replacement for a person who likes the car. */
const ending = '"no"}'
const liked = '"yes"}'

/**
 * Start of the pictures in a card: no JSON string value contains these bytes. `noPictures` is the rest of a card without
 * pictures.
 */
const pictures = Buffer.from('"pictures":[')
const noPictures = Buffer.from(`],"is_favorite":${ending}`)

/** Returns the number of bytes of a card before its preview, if it has one. */
const beforePreview = (card: Buffer) => card.lastIndexOf(pictures) + pictures.length

/** Copies a card that was just read, without its preview if `short`; returns the number of bytes. */
export function copyCard(card: Buffer, target: Buffer, to: number, short: boolean): number {
  if (!short) return card.copy(target, to)
  const part = card.copy(target, to, 0, beforePreview(card))
  return part + noPictures.copy(target, to + part)
}

/** Maximum number of cards of one query. */
const atOnce = 500

/**
 * Cards that were just read, by slot. A card is missing when the database has a change of its car that the index does not have
 * yet.
 */
export type ReadCards = ReadonlyMap<number, Buffer>

/** Bytes by which a card is longer for a person who likes the car. */
export const moreWhenLiked = liked.length - ending.length

/** Changes the card that ends at `end` into that of a person who likes the car; returns its new end. */
export const likeCard = (target: Buffer, end: number): number =>
  end - ending.length + target.write(liked, end - ending.length, 'latin1')

export class Cards {
  readonly #db: Db
  readonly #engine: CarSearchIndex
  readonly #picture: () => string
  readonly #slabs: SlabCache
  /** Change counter of each slot's car. It shows whether a car has changed while its card was read. */
  #changes = new Uint32Array(0)
  /** Slots to read with the next query, which all calls in the same turn of the event loop share. */
  #wanted = new Set<number>()
  #reading: Promise<ReadCards> | undefined

  constructor(db: Db, engine: CarSearchIndex, picture: () => string, limit: number) {
    this.#db = db
    this.#engine = engine
    this.#picture = picture
    this.#slabs = new SlabCache(limit)
  }

  get bytes(): number {
    return this.#slabs.bytes
  }

  /** Returns the bytes of a slot's card; 0 when it is not cached. */
  size(slot: number): number {
    return this.#slabs.size(slot)
  }

  /** Copies a slot's card, without its preview if `short`, into `target`; returns the number of bytes. */
  copy(slot: number, target: Buffer, to: number, short: boolean): number {
    const part = this.#slabs.copy(slot, target, to, short)
    return short ? part + noPictures.copy(target, to + part) : part
  }

  has(slot: number): boolean {
    return this.#slabs.has(slot)
  }

  /** Whether a new card would evict others. */
  get full(): boolean {
    return this.#slabs.full
  }

  /** Returns a number that differs between two states of a slot's car. */
  stamp(slot: number): number {
    return this.#changes[slot] ?? 0
  }

  /** Invalidates a slot's card, because the slot's car was replaced, changed or removed. */
  changed(slot: number): void {
    this.#grow(slot)
    this.#changes[slot] = this.stamp(slot) + 1
    this.#slabs.drop(slot)
  }

  /** Invalidates the cards of cars with new views; with undefined, all cards. */
  viewed(ids: readonly string[] | undefined): void {
    if (ids === undefined) this.#slabs.clear()
    for (const id of ids ?? []) {
      const slot = this.#engine.slotOf(id)
      if (slot !== undefined) this.changed(slot)
    }
  }

  /** Reads the cards of slots. Calls in the same turn of the event loop share one query. */
  read(slots: Iterable<number>): Promise<ReadCards> {
    for (const slot of slots) this.#wanted.add(slot)
    this.#reading ??= new Promise<void>((turn) => setImmediate(turn)).then(() => this.#readWanted())
    return this.#reading
  }

  async #readWanted(): Promise<ReadCards> {
    const slots = [...this.#wanted]
    this.#wanted = new Set()
    this.#reading = undefined
    const parts: number[][] = []
    for (let from = 0; from < slots.length; from += atOnce) parts.push(slots.slice(from, from + atOnce))
    const read = await Promise.all(parts.map((part) => this.#readSome(part)))
    return new Map(read.flat())
  }

  async #readSome(slots: readonly number[]): Promise<[number, Buffer][]> {
    const before = new Map(slots.map((slot) => [this.#engine.idAt(slot), { slot, stamp: this.stamp(slot) }]))
    const shown = await shownCardsOf(this.#db, [...before.keys()], this.#picture())
    return shown.flatMap(({ id, json, same }): [number, Buffer][] => {
      const known = before.get(id)
      if (!known || !same || known.stamp !== this.stamp(known.slot)) return []
      const card = Buffer.from(json)
      if (!json.endsWith(ending) || !card.includes(pictures))
        throw new Error('A card ends otherwise than expected.')
      this.#slabs.put(known.slot, card, beforePreview(card))
      return [[known.slot, card]]
    })
  }

  #grow(slot: number): void {
    if (slot < this.#changes.length) return
    const wider = new Uint32Array(Math.ceil((slot + 1) * 1.25) + 64)
    wider.set(this.#changes)
    this.#changes = wider
  }
}
