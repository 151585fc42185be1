import { expect, test, vi } from 'vitest'
import { type SlotBitmap, type BitmapMemory, blockSlots, plainMemory } from '#catalogue'
import { bitmapMemory, FastMemory } from '../../../server/cars/list/bitmaps/fast-memory.ts'
import fc from '../../support/property.ts'

const slots = 5 * blockSlots

/** Words of a bitmap: empty blocks, full blocks and mixed bits. */
const inBlock = blockSlots / 32
const anyBlock = fc.oneof(
  fc.constant(Array.from({ length: inBlock }, () => 0)),
  fc.constant(Array.from({ length: inBlock }, () => -1)),
  fc.array(fc.integer(), { minLength: inBlock, maxLength: inBlock }),
)
const anyBits = fc.array(anyBlock, { minLength: 5, maxLength: 5 }).map((blocks) => blocks.flat())

function bitmapIn(memory: BitmapMemory, bits: readonly number[]): SlotBitmap {
  const made = memory.allocate(slots)
  made.bits.set(bits)
  for (let slot = 0; slot < slots; slot += 1) {
    const block = Math.floor(slot / blockSlots)
    if (((bits[slot >>> 5] ?? 0) >>> (slot & 31)) & 1) made.blocks[block] = (made.blocks[block] ?? 0) + 1
  }
  return made
}
const plainly = ({ bits, blocks }: SlotBitmap) => ({ bits: [...bits], blocks: [...blocks] })

test('The loops in WebAssembly give the same bits and counts as those in JavaScript [R-API-09]', () => {
  const lists = fc.tuple(
    anyBits,
    fc.array(anyBits, { minLength: 1, maxLength: 5 }),
    fc.array(anyBits, { maxLength: 3 }),
  )
  fc.assert(
    fc.property(lists, fc.boolean(), ([was, all, without], itself) => {
      const [plain, fast] = [plainMemory, new FastMemory()].map((memory) => {
        const of = (bits: readonly number[]) => bitmapIn(memory, bits)
        const [out, some, not] = [of(was), all.map(of), without.map(of)]
        const into = itself ? (some[0] ?? out) : out
        const met = memory.intersect(into, some, not)
        const first = plainly(into)
        const kept = memory.retainAny(of(was), some)
        const narrowed = of(was)
        return { met, first, kept, narrowed: [memory.retainAny(narrowed, not), plainly(narrowed)] }
      })
      expect(fast).toEqual(plain)
    }),
    { numRuns: 200 },
  )
})

test('A bitmap that was given back is given out again, empty [R-API-09]', () => {
  const memory = new FastMemory()
  const first = memory.allocate(slots)
  const second = memory.allocate(slots)
  first.bits.fill(-1)
  first.blocks.fill(blockSlots)
  second.bits.fill(7)
  memory.free(first)
  const again = memory.allocate(slots)
  expect(again.bits.byteOffset).toBe(first.bits.byteOffset)
  expect(plainly(again)).toEqual(plainly(plainMemory.allocate(slots)))
  expect(second.bits.every((word) => word === 7)).toBe(true)
})

test('A place given back to a memory of another size is not used [R-API-09]', () => {
  const memory = new FastMemory()
  const small = memory.allocate(slots)
  const later = memory.renewed()
  const first = later.allocate(2 * slots)
  later.free(small)
  const second = later.allocate(2 * slots)
  second.bits.fill(7)
  expect(first.bits.buffer).not.toBe(small.bits.buffer)
  expect([first.bits.every((word) => word === 0), second.bits.every((word) => word === 7)]).toEqual([
    true,
    true,
  ])
})

test('Bitmaps stay where they are while their memory grows, and when it is full [R-API-09]', () => {
  const memory = new FastMemory(70)
  const made = Array.from({ length: 7000 }, (_, i) => {
    const bitmap = memory.allocate(slots)
    bitmap.bits.fill(i)
    return bitmap
  })
  expect(made.every(({ bits }, i) => bits[0] === i && bits.at(-1) === i)).toBe(true)
  const buffers = made.map(({ bits }) => bits.buffer instanceof SharedArrayBuffer)
  expect([buffers[0], buffers.at(-1)]).toEqual([true, false])
})

test('Where WebAssembly gives no memory the index has plain bitmaps [R-API-09]', () => {
  expect(bitmapMemory()).toBeInstanceOf(FastMemory)
  const none = function () {
    throw new RangeError('could not allocate memory')
  }
  vi.stubGlobal('WebAssembly', { Memory: none })
  expect(bitmapMemory()).toBe(plainMemory)
  vi.unstubAllGlobals()
})
