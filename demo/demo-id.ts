import type { Random } from './random.ts'

const hexOf = (value: number, digits: number) => value.toString(16).padStart(digits, '0')

/** One to one over 32 bits, each step can be undone, so that two places never meet; neighbours look unlike. */
function scattered(place: number): number {
  const x = Math.imul(place ^ (place >>> 16), 0x45d9f3b)
  return (x ^ (x >>> 16)) >>> 0
}

/**
 * A UUIDv7 whose random part comes from the seed. What is drawn repeats itself among many thousands, since a seed has
 * 32 bits: things that are that many hand in their place in the sequence, which no two of them share.
 */
export function demoId(ms: number, random: Random, place?: number): string {
  const hex = (digits: number) => hexOf(Math.floor(random.next() * 16 ** digits), digits)
  const time = hexOf(Math.floor(ms), 12)
  const variant = random.pick(['8', '9', 'a', 'b'])
  const drawn = `7${hex(3)}-${variant}${hex(3)}-${hex(6)}${hex(6)}`
  const end = place === undefined ? drawn : drawn.slice(0, -8) + hexOf(scattered(place), 8)
  return `${time.slice(0, 8)}-${time.slice(8)}-${end}`
}
