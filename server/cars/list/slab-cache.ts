/** Bytes of a slab. */
const usualSlabSize = 1024 * 1024
/** Maximum slab numbers in 16 bits; 0 means no slab. */
const mostSlabs = 2 ** 16 - 1
/** Bytes of the header of each entry: slot, length, and length of its short form. */
const headerBytes = 12

/**
 * Cache of byte strings by slot, in slabs of a fixed size, so that no entry is an object of its own and the sum has an exact
 * bound. When all slabs are full, the oldest one is compacted: an entry stays when it was read since it was written or
 * compacted last.
 */
export class SlabCache {
  readonly #slabs: Buffer[] = []
  readonly #most: number
  readonly #slabSize: number
  /** Number of the slab with each slot's entry plus 1, 0 for none; and the entry's offset in it. */
  #slabOf = new Uint16Array(0)
  #offsets = new Uint32Array(0)
  #wasRead = new Uint8Array(0)
  #open = 0
  #end = 0

  /** Stores up to `limit` bytes, at least two slabs. */
  constructor(limit: number, slabSize = usualSlabSize) {
    this.#slabSize = slabSize
    this.#most = Math.max(2, Math.min(Math.floor(limit / slabSize), mostSlabs))
  }

  /** Bytes allocated. */
  get bytes(): number {
    return this.#slabs.length * this.#slabSize
  }

  /** Whether the last slab is in use. */
  get full(): boolean {
    return this.#slabs.length === this.#most
  }

  /** Bytes of a slot's entry; 0 when there is none. Counts as a read. */
  size(slot: number): number {
    const slab = this.#slabs[(this.#slabOf[slot] ?? 0) - 1]
    if (slab === undefined) return 0
    this.#wasRead[slot] = 1
    return slab.readUInt32LE((this.#offsets[slot] ?? 0) + 4)
  }

  /** Copies a slot's entry, or its short form, into `target` at `to`; returns the number of bytes. */
  copy(slot: number, target: Buffer, to: number, short: boolean): number {
    const slab = this.#slabs[(this.#slabOf[slot] ?? 0) - 1]
    if (slab === undefined) return 0
    const at = this.#offsets[slot] ?? 0
    const begin = at + headerBytes
    return slab.copy(target, to, begin, begin + slab.readUInt32LE(at + (short ? 8 : 4)))
  }

  has(slot: number): boolean {
    return (this.#slabOf[slot] ?? 0) !== 0
  }

  /** Stores an entry whose short form is the first `part` bytes. An entry larger than a quarter of a slab is not stored. */
  put(slot: number, entry: Buffer, part: number): void {
    this.drop(slot)
    const size = headerBytes + entry.length
    if (size > this.#slabSize / 4) return
    if (slot >= this.#offsets.length) this.#grow(slot)
    const slab = this.#withRoom(size)
    slab.writeUInt32LE(slot, this.#end)
    slab.writeUInt32LE(entry.length, this.#end + 4)
    slab.writeUInt32LE(part, this.#end + 8)
    entry.copy(slab, this.#end + headerBytes)
    this.#slabOf[slot] = this.#open + 1
    this.#offsets[slot] = this.#end
    this.#wasRead[slot] = 0
    this.#end += size
  }

  drop(slot: number): void {
    if (slot < this.#slabOf.length) this.#slabOf[slot] = 0
  }

  clear(): void {
    this.#slabOf.fill(0)
  }

  #withRoom(size: number): Buffer {
    for (;;) {
      const slab = this.#slabs[this.#open]
      if (slab && this.#end + size <= this.#slabSize) return slab
      if (this.#slabs.length < this.#most) {
        const fresh = Buffer.allocUnsafeSlow(this.#slabSize)
        this.#sealEnd()
        this.#open = this.#slabs.push(fresh) - 1
        this.#end = 0
        continue
      }
      this.#sealEnd()
      this.#open = (this.#open + 1) % this.#slabs.length
      this.#end = this.#compact(this.#open)
    }
  }

  /** Marks the end of the entries of the open slab. */
  #sealEnd(): void {
    const slab = this.#slabs[this.#open]
    if (slab && this.#end + headerBytes <= this.#slabSize) slab.writeUInt32LE(0, this.#end + 4)
  }

  /** Moves entries that were read to the front and drops the others. A moved entry must be read again to stay next time. */
  #compact(which: number): number {
    const slab = this.#slabs[which]
    if (!slab) return 0
    let end = 0
    for (let at = 0; at + headerBytes <= this.#slabSize;) {
      const length = slab.readUInt32LE(at + 4)
      if (length === 0) break
      const slot = slab.readUInt32LE(at)
      const size = headerBytes + length
      if (this.#slabOf[slot] === which + 1 && this.#offsets[slot] === at) {
        if (this.#wasRead[slot] === 1) {
          slab.copyWithin(end, at, at + size)
          this.#offsets[slot] = end
          this.#wasRead[slot] = 0
          end += size
        } else this.#slabOf[slot] = 0
      }
      at += size
    }
    return end
  }

  #grow(slot: number): void {
    const length = Math.ceil((slot + 1) * 1.25) + 64
    const slabOf = new Uint16Array(length)
    const offsets = new Uint32Array(length)
    const wasRead = new Uint8Array(length)
    slabOf.set(this.#slabOf)
    offsets.set(this.#offsets)
    wasRead.set(this.#wasRead)
    this.#slabOf = slabOf
    this.#offsets = offsets
    this.#wasRead = wasRead
  }
}
