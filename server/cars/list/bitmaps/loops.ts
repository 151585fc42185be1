// The loops over bitmaps in WebAssembly: 128 bits at a time instead of 32 in JavaScript. A test compares their results with those
// of `plainMemory`.
import { blockSlots } from '#catalogue'
import {
  add,
  addBytes,
  bitsByByte,
  both,
  type Code,
  get,
  int,
  isBelow,
  isZero,
  loadInt,
  loadShort,
  loadVector,
  loop,
  noBits,
  set,
  shiftRight,
  storeShort,
  storeVector,
  sumOfBytes,
  vectorAnd,
  vectorAndNot,
  vectorOr,
  wasmModule,
  when,
} from './wasm-code.ts'

const vectorBytes = 16
const blockBytes = blockSlots / 8
const perBlock = blockBytes / vectorBytes
const inBlock = Array.from({ length: perBlock }, (_, i) => i)

// The functions get only the addresses of bitmaps. The counts of the blocks, two bytes each, follow the bits of a bitmap.
/** Address of the bitmap that is written. */
const out = 0
/** Start of the list of addresses, end of the bitmaps to join, and end of the bitmaps to exclude. */
const list = 1
const listEnd = 2
const withoutEnd = 3
/** Number of bytes of the bits of each bitmap. */
const bytes = 4
/** Offsets in each bitmap: of the current block, and of its count. */
const block = 5
const blockCount = 6
/** Position in the list of addresses. */
const at = 7
const isLive = 8
const inThis = 9
const count = 10
const address = 11
/** Locals for the vectors of one block, and a spare one. */
const vector = (i: number) => 12 + i
const spare = vector(perBlock)

const eachVector = (code: (i: number) => Code): Code => inBlock.flatMap(code)
/** Computes an address in the bitmap at the current list position. */
const inListed = (from: number): Code => add(loadInt(get(at)), get(from))
const upTo = (end: number, body: Code): Code =>
  loop(isBelow(get(at), get(end)), [...body, ...set(at, add(get(at), int(4)))])
/** Joins the block with the same block of each further bitmap up to `end` of the list. */
const joinWith = (end: number, join: (a: Code, b: Code) => Code): Code =>
  upTo(end, [
    ...set(address, inListed(block)),
    ...eachVector((i) => set(vector(i), join(get(vector(i)), loadVector(get(address), i * vectorBytes)))),
  ])
const emptied = eachVector((i) => set(vector(i), noBits))

const written: Code = [
  ...eachVector((i) => storeVector(add(get(out), get(block)), get(vector(i)), i * vectorBytes)),
  ...set(
    inThis,
    sumOfBytes(
      inBlock.map((i) => bitsByByte(get(vector(i)))).reduce((a, b) => addBytes(a, b)),
      spare,
    ),
  ),
  ...storeShort(add(get(out), get(blockCount)), get(inThis)),
  ...set(count, add(get(count), get(inThis))),
]

/** Runs `body` for every block and leaves the total count. */
const blocks = (body: Code): Code => [
  ...loop(isBelow(get(block), get(bytes)), [
    // A block has two bytes for its count.
    ...set(blockCount, add(get(bytes), shiftRight(get(block), int(Math.log2(blockBytes / 2))))),
    ...body,
    ...set(block, add(get(block), int(blockBytes))),
  ]),
  ...get(count),
]

const hasSome = (address: Code): Code => isZero(isZero(loadShort(address)))

const intersect = blocks([
  ...set(isLive, int(1)),
  ...set(at, get(list)),
  ...upTo(listEnd, set(isLive, both(get(isLive), hasSome(inListed(blockCount))))),
  ...when(
    get(isLive),
    [
      ...set(at, get(list)),
      ...set(address, inListed(block)),
      ...eachVector((i) => set(vector(i), loadVector(get(address), i * vectorBytes))),
      ...set(at, add(get(at), int(4))),
      ...joinWith(listEnd, vectorAnd),
      ...joinWith(withoutEnd, vectorAndNot),
      ...written,
    ],
    when(hasSome(add(get(out), get(blockCount))), [...emptied, ...written]),
  ),
])

const retainAny = blocks(
  when(hasSome(add(get(out), get(blockCount))), [
    ...set(at, get(list)),
    ...emptied,
    ...joinWith(listEnd, vectorOr),
    ...eachVector((i) =>
      set(vector(i), vectorAnd(get(vector(i)), loadVector(add(get(out), get(block)), i * vectorBytes))),
    ),
    ...written,
  ]),
)

const shape = { parameters: 5, ints: 7, vectors: perBlock + 1 }

/** Number of pages of 64 KiB: 4 GiB, the whole 32-bit address space. */
export const mostPages = 65_536
export const loopsModule = (): Uint8Array =>
  wasmModule(
    [
      { name: 'intersect', ...shape, code: intersect },
      { name: 'retainAny', ...shape, code: retainAny },
    ],
    mostPages,
  )
