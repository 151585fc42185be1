import { randomFillSync, randomInt } from 'node:crypto'

/** Bits of the counter for ids of one millisecond. The counter starts in the lower half of its range. */
const counterBits = 26
let last = { now: 0, count: 0 }

/**
 * Returns a UUIDv7. Its first 48 bits are milliseconds, so that newer ids sort later and index pages fill in order. A counter
 * follows, so that ids of one process and one millisecond sort too (RFC 9562, 6.2, method 1).
 */
export function mintId(now: number = Date.now()): string {
  const first = () => randomInt(2 ** (counterBits - 1))
  last = { now, count: now === last.now ? last.count + 1 : first() }
  const bytes = randomFillSync(Buffer.alloc(16))
  bytes.writeUIntBE(now, 0, 6)
  bytes.writeUInt8(0x70 | ((last.count >>> 22) & 0x0f), 6)
  bytes.writeUInt8((last.count >>> 14) & 0xff, 7)
  bytes.writeUInt8(0x80 | ((last.count >>> 8) & 0x3f), 8)
  bytes.writeUInt8(last.count & 0xff, 9)
  const hex = bytes.toString('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}
