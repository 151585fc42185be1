// A minimal writer of WebAssembly (core specification 2.0, binary format), as much as two loops need. Code is a list of bytes; an
// instruction follows its operands.

export type Code = readonly number[]

/** Encodes integers in LEB128: seven bits a byte, lowest first. */
function unsigned(value: number): Code {
  return value < 128 ? [value] : [(value & 127) | 128, ...unsigned(value >>> 7)]
}
function signed(value: number): Code {
  return value >= -64 && value < 64 ? [value & 127] : [(value & 127) | 128, ...signed(value >> 7)]
}
const listOf = (items: readonly Code[]): Code => [...unsigned(items.length), ...items.flat()]
const sized = (code: Code): Code => [...unsigned(code.length), ...code]
const name = (text: string): Code => sized([...Buffer.from(text)])

const vectors = (op: number): Code => [0xfd, ...unsigned(op)]
/** An instruction with two operands. */
const binary = (op: Code) => (a: Code, b: Code) => [...a, ...b, ...op]
const unary = (op: Code) => (a: Code) => [...a, ...op]
/** A load at an address plus `offset` bytes; the address is aligned to 2 to the power of `align`. */
const load =
  (op: Code, align: number) =>
  (address: Code, offset = 0) => [...address, ...op, align, ...unsigned(offset)]
const store =
  (op: Code, align: number) =>
  (address: Code, value: Code, offset = 0) => [...address, ...value, ...op, align, ...unsigned(offset)]
const loopOp = 0x03
const ifOp = 0x04
const elseOp = 0x05
const endOp = 0x0b
const branchOp = 0x0c
const noResult = 0x40

export const get = (local: number): Code => [0x20, ...unsigned(local)]
export const set = (local: number, value: Code): Code => [...value, 0x21, ...unsigned(local)]
export const int = (value: number): Code => [0x41, ...signed(value)]
export const add = binary([0x6a])
export const shiftRight = binary([0x76])
export const isBelow = binary([0x49])
export const isZero = unary([0x45])
export const both = binary([0x71])
export const loadInt = load([0x28], 2)
export const loadShort = load([0x2f], 1)
export const storeShort = store([0x3b], 1)
export const when = (condition: Code, then: Code, otherwise: Code = []): Code =>
  [condition, ifOp, noResult, then, elseOp, otherwise, endOp].flat()
/** Repeats `body` while the condition holds. */
export const loop = (condition: Code, body: Code): Code =>
  [loopOp, noResult, when(condition, [...body, branchOp, 1]), endOp].flat()

/** Vectors of 128 bits. */
export const loadVector = load(vectors(0), 4)
export const storeVector = store(vectors(11), 4)
export const noBits: Code = [...vectors(12), ...Array.from({ length: 16 }, () => 0)]
export const vectorAnd = binary(vectors(78))
export const vectorAndNot = binary(vectors(79))
export const vectorOr = binary(vectors(80))
/** Counts the set bits of each of 16 bytes; `addBytes` adds such counts. */
export const bitsByByte = unary(vectors(98))
export const addBytes = binary(vectors(110))
/** Sums 16 small numbers: first pairs, then fours, then the four results. */
export function sumOfBytes(bytes: Code, spare: number): Code {
  const fours = [...bytes, ...vectors(125), ...vectors(127)]
  const lane = (i: number): Code => [...get(spare), ...vectors(27), i]
  return [...set(spare, fours), ...add(add(lane(0), lane(1)), add(lane(2), lane(3)))]
}

const intType = 0x7f
const vectorType = 0x7b

export interface WasmFunction {
  name: string
  /** Number of integer parameters, which are the first locals. */
  parameters: number
  /** Number of further integer locals, which the vector locals follow. */
  ints: number
  vectors: number
  /** Leaves one integer as the result. */
  code: Code
}

/** Builds a module of functions over a shared memory that is imported as `host.memory`. */
export function wasmModule(functions: readonly WasmFunction[], mostPages: number): Uint8Array {
  const section = (id: number, items: readonly Code[]): Code => [id, ...sized(listOf(items))]
  const types = functions.map((f) => [
    0x60,
    ...listOf(Array.from({ length: f.parameters }, () => [intType])),
    ...listOf([[intType]]),
  ])
  const sharedWithMost = 0x03
  const memory = [...name('host'), ...name('memory'), 0x02, sharedWithMost, 1, ...unsigned(mostPages)]
  const bodies = functions.map((f) =>
    sized([
      ...listOf([
        [...unsigned(f.ints), intType],
        [...unsigned(f.vectors), vectorType],
      ]),
      ...f.code,
      endOp,
    ]),
  )
  const numbers = functions.map((_, i) => unsigned(i))
  const exported = functions.map((f, i) => [...name(f.name), 0x00, ...unsigned(i)])
  const version1 = [0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0]
  return Uint8Array.from(
    [
      version1,
      section(1, types),
      section(2, [memory]),
      section(3, numbers),
      section(7, exported),
      section(10, bodies),
    ].flat(),
  )
}
