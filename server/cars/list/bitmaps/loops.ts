// The loops over bitmaps in WebAssembly: 128 bits at a time, where JavaScript has 32. They do what those of the catalogue's
// own memory do, which a test compares them with.
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

// Of bitmaps only their addresses are handed in. The counts of their blocks, of two bytes each, are behind their bits.
/** The address of what is written. */
const out = 0
/** Where the list of addresses begins; where those end of which all or any count; and those that must not have it. */
const list = 1
const listEnd = 2
const withoutEnd = 3
/** Bytes of the bits of each. */
const bytes = 4
/** From the beginning of a bitmap: to the block, and to its count. */
const block = 5
const blockCount = 6
/** Where in the list. */
const at = 7
const isLive = 8
const inThis = 9
const count = 10
const address = 11
/** One block, and a spare one. */
const vector = (i: number) => 12 + i
const spare = vector(perBlock)

const eachVector = (code: (i: number) => Code): Code => inBlock.flatMap(code)
/** Of the bitmap at the place in the list: an address in it. */
const inListed = (from: number): Code => add(loadInt(get(at)), get(from))
const upTo = (end: number, body: Code): Code =>
  loop(isBelow(get(at), get(end)), [...body, ...set(at, add(get(at), int(4)))])
/** Joins the block with that of every further bitmap up to an end. */
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

/** Does it for every block, and gives the count. */
const blocks = (body: Code): Code => [
  ...loop(isBelow(get(block), get(bytes)), [
    // Two bytes of a count for a block.
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

/** Of 64 KiB: 4 GiB, which is all that an address reaches. */
export const mostPages = 65_536
export const loopsModule = (): Uint8Array =>
  wasmModule(
    [
      { name: 'intersect', ...shape, code: intersect },
      { name: 'retainAny', ...shape, code: retainAny },
    ],
    mostPages,
  )
