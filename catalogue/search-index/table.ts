import { fold, transmissionKey } from '../fold.ts'
import type { SearchableCar } from '../search.ts'
import type { BitmapMemory } from './bitmap-memory.ts'
import type { CarColumns } from './columns.ts'
import { Dimension, dimensionNames, type DimensionName, type Dimensions } from './dimension.ts'
import type { Encoded } from './encode.ts'
import { roundUp, SlotSet, type Space } from './slot-set.ts'

const forms: Partial<Record<DimensionName, (label: string) => string>> = {
  bodytype: fold,
  fueltype: fold,
  transmission: transmissionKey,
}

/** The facts of all cars by slot. */
export class CarTable {
  readonly space: Space
  readonly dimensions: Dimensions
  /** Slots with a car. */
  readonly all: SlotSet
  ids: string[] = []
  titles: string[] = []
  /** Tag codes, as `tagCodes` writes them. */
  tags: string[] = []
  /** All numeric columns have the same type, so that code that reads them is compiled only once. */
  created = new Float64Array(0)
  price = new Float64Array(0)
  year = new Float64Array(0)
  km = new Float64Array(0)
  private readonly slots = new Map<string, number>()
  private readonly free: number[] = []
  /** Upper limit of the slots that were ever assigned, exclusive. */
  private top = 0

  constructor(memory: BitmapMemory) {
    this.space = { slots: 0, memory }
    this.all = new SlotSet(this.space, true)
    const all = dimensionNames.map((name) => [name, new Dimension(this.space, forms[name])] as const)
    this.dimensions = Object.fromEntries(all) as Record<DimensionName, Dimension>
  }

  get size(): number {
    return this.slots.size
  }

  slotOf(id: string): number | undefined {
    return this.slots.get(id)
  }

  idAt(slot: number): string {
    return this.ids[slot] ?? ''
  }

  /** Returns the searchable car in a slot; undefined for a free slot. */
  carAt(slot: number): SearchableCar | undefined {
    const id = this.idAt(slot)
    if (id === '') return undefined
    const label = (name: DimensionName) => {
      const { labels, column } = this.dimensions[name]
      return labels[column[slot] ?? 0] ?? ''
    }
    const [make, province] = [label('make'), label('province')]
    return {
      _id: id,
      title: this.titles[slot] ?? '',
      make,
      model: label('model').slice(make.length + 1),
      year: this.year[slot] ?? 0,
      price: this.price[slot] ?? 0,
      mileage_km: this.km[slot] ?? 0,
      fueltype: label('fueltype'),
      transmission: label('transmission'),
      bodytype: label('bodytype'),
      province,
      city: label('city').slice(province.length + 1),
      status: 'active',
      creator: label('creator'),
      tags: this.tags[slot] ?? '',
      created_at: new Date(this.created[slot] ?? 0).toISOString(),
    }
  }

  /** Returns the slots with a car, ascending. */
  used(): Uint32Array {
    const slots = new Uint32Array(this.size)
    let n = 0
    for (let slot = 0; slot < this.top; slot += 1) {
      if (this.ids[slot] === '') continue
      slots[n] = slot
      n += 1
    }
    return slots
  }

  /** Returns the rows with new ids. */
  unknown(ids: readonly string[]): Uint32Array {
    const rows = new Uint32Array(ids.length)
    let n = 0
    for (let row = 0; row < ids.length; row += 1) {
      if (this.slots.has(ids[row] ?? '')) continue
      rows[n] = row
      n += 1
    }
    return rows.subarray(0, n)
  }

  /** Makes room for more cars; returns true when everything that has the size of the space must grow. */
  reserve(more: number): boolean {
    const needed = this.top + Math.max(0, more - (more === 1 ? this.free.length : 0))
    if (needed <= this.space.slots) return false
    this.grow(needed)
    return true
  }

  /**
   * Assigns the next slots, from `first` on, to `rows` in their order. Returns slots in the order of `ids`, which may contain
   * known cars. Of several rows with the same id only the first gets a slot.
   */
  admit(ids: readonly string[], rows: Uint32Array): { first: number; slots: Uint32Array } {
    const first = this.top
    this.top += rows.length
    for (let slot = this.ids.length; slot < this.top; slot += 1) this.ids.push('')
    const fresh = new Uint8Array(ids.length)
    const slots = new Uint32Array(ids.length)
    for (let i = 0; i < rows.length; i += 1) {
      fresh[rows[i] ?? 0] = 1
      slots[rows[i] ?? 0] = first + i
    }
    // The loop follows the order of the ids in memory.
    for (let row = 0; row < ids.length; row += 1) {
      const slot = slots[row] ?? 0
      const id = ids[row] ?? ''
      if (fresh[row] === 0) {
        slots[row] = this.slots.get(id) ?? 0
        continue
      }
      const before = this.size
      this.slots.set(id, slot)
      if (this.size > before) {
        this.ids[slot] = id
        continue
      }
      slots[row] = slots[ids.indexOf(id)] ?? 0
      this.slots.set(id, slots[row] ?? 0)
      this.free.push(slot)
    }
    return { first, slots }
  }

  /** Assigns a slot to a new id. */
  give(id: string): number {
    const slot = this.free.pop() ?? this.top
    if (slot === this.top) this.top += 1
    this.slots.set(id, slot)
    this.ids[slot] = id
    return slot
  }

  release(id: string, slot: number): void {
    this.slots.delete(id)
    this.ids[slot] = ''
    this.titles[slot] = ''
    this.tags[slot] = ''
    this.free.push(slot)
  }

  /** Writes the facts of rows into their slots and adds the slots to the sets; fastest for ascending slots. */
  write(c: CarColumns, { rows, codes }: Encoded, places: Uint32Array, slots: Uint32Array): void {
    for (let i = 0; i < places.length; i += 1) {
      const row = rows[places[i] ?? 0] ?? 0
      const slot = slots[i] ?? 0
      this.created[slot] = c.created[row] ?? 0
      this.price[slot] = c.price[row] ?? 0
      this.year[slot] = c.year[row] ?? 0
      this.km[slot] = c.km[row] ?? 0
      this.all.add(slot)
      this.titles[slot] = c.dict.title[c.title[row] ?? 0] ?? ''
      this.tags[slot] = c.dict.tags[c.tags[row] ?? 0] ?? ''
    }
    for (const name of dimensionNames) {
      const { column, sets } = this.dimensions[name]
      const own = codes[name]
      for (let i = 0; i < places.length; i += 1) {
        const code = own[places[i] ?? 0] ?? 0
        const slot = slots[i] ?? 0
        column[slot] = code
        sets[code]?.add(slot)
      }
    }
  }

  /** Removes a slot from the sets. */
  unlink(slot: number): void {
    this.all.remove(slot)
    for (const name of dimensionNames) this.dimensions[name].remove(slot)
  }

  private grow(needed: number): void {
    const slots = roundUp(needed < 2048 ? needed * 2 : needed * 1.125)
    this.space.slots = slots
    this.space.memory = this.space.memory.renewed()
    const wider = (old: Float64Array) => {
      const fresh = new Float64Array(slots)
      fresh.set(old)
      return fresh
    }
    this.created = wider(this.created)
    this.price = wider(this.price)
    this.year = wider(this.year)
    this.km = wider(this.km)
    this.all.grow(true)
    for (const name of dimensionNames) this.dimensions[name].grow()
  }
}
