/** Bytes of a drawer. */
const usualDrawer = 1024 * 1024
/** In front of each piece: its slot and its length. */
const label = 8

/**
 * Pieces of bytes by slot, in drawers of a fixed size, so that no piece is an object of its own and the sum is exactly
 * bounded. When all drawers are full the oldest one is cleared of what nobody asked for since it came or was kept last.
 */
export class Shelf {
  readonly #drawers: Buffer[] = []
  readonly #most: number
  readonly #drawer: number
  /** Drawer and place of each slot's piece, one more than it is; 0 for none. */
  #places = new Uint32Array(0)
  #asked = new Uint8Array(0)
  #open = 0
  #end = 0

  /** Holds up to `limit` bytes, but not less than two drawers. */
  constructor(limit: number, drawer = usualDrawer) {
    this.#drawer = drawer
    this.#most = Math.max(2, Math.min(Math.floor(limit / drawer), Math.floor(2 ** 32 / drawer) - 1))
  }

  /** Bytes it has taken. */
  get bytes(): number {
    return this.#drawers.length * this.#drawer
  }

  /** The last drawer is in use. */
  get full(): boolean {
    return this.#drawers.length === this.#most
  }

  /** Bytes of a slot's piece; 0 when there is none. Counts as asked for. */
  size(slot: number): number {
    const place = this.#places[slot] ?? 0
    if (place === 0) return 0
    this.#asked[slot] = 1
    const at = (place - 1) % this.#drawer
    return this.#drawers[(place - 1 - at) / this.#drawer]?.readUInt32LE(at + 4) ?? 0
  }

  /** Writes the piece of a slot to a place in `target`; says how many bytes that were. */
  copy(slot: number, target: Buffer, to: number): number {
    const place = this.#places[slot] ?? 0
    const at = (place - 1) % this.#drawer
    const drawer = place === 0 ? undefined : this.#drawers[(place - 1 - at) / this.#drawer]
    if (drawer === undefined) return 0
    const length = drawer.readUInt32LE(at + 4)
    target.set(drawer.subarray(at + label, at + label + length), to)
    return length
  }

  has(slot: number): boolean {
    return (this.#places[slot] ?? 0) !== 0
  }

  /** Keeps a piece; one that is large for a drawer is not kept. */
  put(slot: number, piece: Buffer): void {
    this.drop(slot)
    const size = label + piece.length
    if (size > this.#drawer / 4) return
    if (slot >= this.#places.length) this.#grow(slot)
    const drawer = this.#withRoom(size)
    drawer.writeUInt32LE(slot, this.#end)
    drawer.writeUInt32LE(piece.length, this.#end + 4)
    piece.copy(drawer, this.#end + label)
    this.#places[slot] = this.#open * this.#drawer + this.#end + 1
    this.#asked[slot] = 0
    this.#end += size
  }

  drop(slot: number): void {
    if (slot < this.#places.length) this.#places[slot] = 0
  }

  /** Up to `count` slots that have a piece, from `from` on; and where to go on, 0 after the last one. */
  some(from: number, count: number): { slots: number[]; next: number } {
    const slots: number[] = []
    for (let slot = from; slot < this.#places.length; slot += 1) {
      if (this.#places[slot] === 0) continue
      if (slots.length === count) return { slots, next: slot }
      slots.push(slot)
    }
    return { slots, next: 0 }
  }

  #withRoom(size: number): Buffer {
    for (;;) {
      const drawer = this.#drawers[this.#open]
      if (drawer && this.#end + size <= this.#drawer) return drawer
      if (this.#drawers.length < this.#most) {
        const fresh = Buffer.allocUnsafeSlow(this.#drawer)
        this.#sealEnd()
        this.#open = this.#drawers.push(fresh) - 1
        this.#end = 0
        continue
      }
      this.#sealEnd()
      this.#open = (this.#open + 1) % this.#drawers.length
      this.#end = this.#tidy(this.#open)
    }
  }

  /** Marks where the pieces of the open drawer end. */
  #sealEnd(): void {
    const drawer = this.#drawers[this.#open]
    if (drawer && this.#end + label <= this.#drawer) drawer.writeUInt32LE(0, this.#end + 4)
  }

  /** Moves what was asked for to the front and forgets the rest; what was kept once must be asked for again. */
  #tidy(which: number): number {
    const drawer = this.#drawers[which]
    if (!drawer) return 0
    const base = which * this.#drawer + 1
    let end = 0
    for (let at = 0; at + label <= this.#drawer;) {
      const length = drawer.readUInt32LE(at + 4)
      if (length === 0) break
      const slot = drawer.readUInt32LE(at)
      const size = label + length
      if (this.#places[slot] === base + at) {
        if (this.#asked[slot] === 1) {
          drawer.copyWithin(end, at, at + size)
          this.#places[slot] = base + end
          this.#asked[slot] = 0
          end += size
        } else this.#places[slot] = 0
      }
      at += size
    }
    return end
  }

  #grow(slot: number): void {
    const length = Math.ceil((slot + 1) * 1.25) + 64
    const places = new Uint32Array(length)
    const asked = new Uint8Array(length)
    places.set(this.#places)
    asked.set(this.#asked)
    this.#places = places
    this.#asked = asked
  }
}
