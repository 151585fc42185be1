// The cards of the cars in the index as JSON, each read when it is first shown and kept as long as there is room.
import type { CarSearchIndex } from '#catalogue'
import type { Db } from '../../kernel/db/sql.ts'
import { shownCardsOf } from './index-store.ts'
import { SlabCache } from './slab-cache.ts'

/** What every card ends with, and how it ends for a person who likes the car. */
const ending = '"no"}'
const liked = '"yes"}'

/** Where the pictures of a card begin: no value in a text of JSON holds these bytes. What follows when there are none. */
const pictures = Buffer.from('"pictures":[')
const noPictures = Buffer.from(`],"is_favorite":${ending}`)

/** Bytes of a card up to where its preview is, if it has one. */
const beforePreview = (card: Buffer) => card.lastIndexOf(pictures) + pictures.length

/** A card that was just read, without its preview if it is to be short. */
export function copyCard(card: Buffer, target: Buffer, to: number, short: boolean): number {
  if (!short) return card.copy(target, to)
  const part = card.copy(target, to, 0, beforePreview(card))
  return part + noPictures.copy(target, to + part)
}

/** Cards of one reading. */
const atOnce = 500

/** Cards that were just read, by slot; one that is missing has changed in the database and not yet here. */
export type ReadCards = ReadonlyMap<number, Buffer>

/** Bytes that a card is longer for a person who likes the car. */
export const moreWhenLiked = liked.length - ending.length

/** Makes the card that ends at `end` the one of a person who likes the car; says where it ends then. */
export const likeCard = (target: Buffer, end: number): number =>
  end - ending.length + target.write(liked, end - ending.length, 'latin1')

export class Cards {
  readonly #db: Db
  readonly #engine: CarSearchIndex
  readonly #picture: () => string
  readonly #slabs: SlabCache
  /** Rises when the car of a slot changes; so it can be told whether a card that was read meanwhile is still right. */
  #changes = new Uint32Array(0)
  /** Slots that wait for the next reading, which all callers of this turn share. */
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

  /** Bytes of the card of a slot; 0 when it is not there. */
  size(slot: number): number {
    return this.#slabs.size(slot)
  }

  /** Writes the card of a slot, or all but its preview, to a place in `target`; says how many bytes that were. */
  copy(slot: number, target: Buffer, to: number, short: boolean): number {
    const part = this.#slabs.copy(slot, target, to, short)
    return short ? part + noPictures.copy(target, to + part) : part
  }

  has(slot: number): boolean {
    return this.#slabs.has(slot)
  }

  /** There is no room for more without forgetting some. */
  get full(): boolean {
    return this.#slabs.full
  }

  /** Tells one state of a slot's car from another. */
  stamp(slot: number): number {
    return this.#changes[slot] ?? 0
  }

  /** The car of a slot is another one, or changed, or gone. */
  changed(slot: number): void {
    this.#grow(slot)
    this.#changes[slot] = this.stamp(slot) + 1
    this.#slabs.drop(slot)
  }

  /** Cars whose views are other ones by now; undefined: any may be. */
  viewed(ids: readonly string[] | undefined): void {
    if (ids === undefined) this.#slabs.clear()
    for (const id of ids ?? []) {
      const slot = this.#engine.slotOf(id)
      if (slot !== undefined) this.changed(slot)
    }
  }

  /** Reads the cards of slots. Callers within the same turn are served by the same reading. */
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
