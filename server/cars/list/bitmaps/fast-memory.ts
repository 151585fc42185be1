import { type SlotBitmap, type BitmapMemory, blockSlots, plainMemory } from '#catalogue'
import { loopsModule, mostPages } from './loops.ts'

interface Memory {
  readonly buffer: SharedArrayBuffer
  grow(pages: number): number
}
type Loop = (out: number, list: number, listEnd: number, withoutEnd: number, bytes: number) => number

// The types of Node 20 do not declare `WebAssembly`.
declare const WebAssembly: {
  Memory: new (o: { initial: number; maximum: number; shared: true }) => Memory
  Module: new (bytes: Uint8Array) => object
  Instance: new (
    module: object,
    imports: { host: { memory: Memory } },
  ) => { exports: { intersect: Loop; retainAny: Loop } }
}

const pageBytes = 65_536
/** Pages added at a time, more than one bitmap needs, because each growth is a system call. */
const pagesAtOnce = 64
/** Maximum number of bitmap addresses in one call. The list of addresses precedes the bitmaps in memory. */
const mostListed = 1024
const firstByte = mostListed * 4
const alignment = 16

/**
 * Bitmaps in WebAssembly memory, one after the other. The memory is shared, because the buffer of a shared memory stays valid
 * when the memory grows. When it is full, further bitmaps are plain arrays and the plain loops run.
 */
export class FastMemory implements BitmapMemory {
  readonly #memory: Memory
  readonly #loops: { intersect: Loop; retainAny: Loop }
  readonly #list: Int32Array
  /** Addresses of freed bitmaps, all of the size `#slots`. */
  readonly #free: number[] = []
  #slots = 0
  #end = firstByte
  #isFull = false
  readonly #most: number

  constructor(most = mostPages) {
    this.#most = most
    this.#memory = new WebAssembly.Memory({ initial: 1, maximum: most, shared: true })
    this.#list = new Int32Array(this.#memory.buffer, 0, mostListed)
    const module = new WebAssembly.Module(loopsModule())
    this.#loops = new WebAssembly.Instance(module, { host: { memory: this.#memory } }).exports
  }

  allocate(slots: number): SlotBitmap {
    this.#slots = slots
    const at = this.#free.pop() ?? this.#more(slots)
    if (at === undefined) return plainMemory.allocate(slots)
    const { buffer } = this.#memory
    const bits = new Int32Array(buffer, at, slots / 32)
    const blocks = new Uint16Array(buffer, at + slots / 8, slots / blockSlots)
    bits.fill(0)
    blocks.fill(0)
    return { bits, blocks }
  }

  /** Returns the address of new space at the end of the used memory; undefined when the memory is full. */
  #more(slots: number): number | undefined {
    if (this.#isFull) return undefined
    const at = this.#end
    const bytes = slots / 8 + (slots / blockSlots) * 2
    const end = at + Math.ceil(bytes / alignment) * alignment
    const missing = Math.ceil((end - this.#memory.buffer.byteLength) / pageBytes)
    try {
      if (missing > 0) this.#memory.grow(Math.max(missing, pagesAtOnce))
    } catch {
      this.#isFull = true
      return undefined
    }
    this.#end = end
    return at
  }

  free({ bits }: SlotBitmap): void {
    // Plain bitmaps, and bitmaps of another size, cannot be used again here; the garbage collector frees them.
    if (!(bits.buffer instanceof SharedArrayBuffer) || bits.length * 32 !== this.#slots) return
    this.#free.push(bits.byteOffset)
  }

  renewed(): BitmapMemory {
    return bitmapMemory(this.#most)
  }

  intersect(out: SlotBitmap, all: readonly SlotBitmap[], without: readonly SlotBitmap[]): number {
    if (this.#isFull || all.length + without.length > mostListed)
      return plainMemory.intersect(out, all, without)
    return this.#run(this.#loops.intersect, out, all, without)
  }

  retainAny(out: SlotBitmap, some: readonly SlotBitmap[]): number {
    if (this.#isFull || some.length > mostListed) return plainMemory.retainAny(out, some)
    return this.#run(this.#loops.retainAny, out, some, none)
  }

  #run(run: Loop, out: SlotBitmap, all: readonly SlotBitmap[], without: readonly SlotBitmap[]): number {
    const list = this.#list
    let n = 0
    for (const { bits } of all) {
      list[n] = bits.byteOffset
      n += 1
    }
    const end = n * 4
    for (const { bits } of without) {
      list[n] = bits.byteOffset
      n += 1
    }
    const { bits } = out
    return run(bits.byteOffset, 0, end, n * 4, bits.length * 4)
  }
}

const none: readonly SlotBitmap[] = []

/**
 * Returns the WebAssembly memory, or the plain one where the system does not grant the address range. Both give the same results.
 */
export function bitmapMemory(most = mostPages): BitmapMemory {
  try {
    return new FastMemory(most)
  } catch {
    return plainMemory
  }
}
