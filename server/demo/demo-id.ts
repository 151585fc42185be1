import type { Random } from './random.ts'

/** A UUIDv7 whose random part comes from the seed. */
export function demoId(ms: number, random: Random): string {
  const hex = (digits: number) =>
    Math.floor(random.next() * 16 ** digits)
      .toString(16)
      .padStart(digits, '0')
  const time = Math.floor(ms).toString(16).padStart(12, '0')
  const variant = random.pick(['8', '9', 'a', 'b'])
  return `${time.slice(0, 8)}-${time.slice(8)}-7${hex(3)}-${variant}${hex(3)}-${hex(6)}${hex(6)}`
}
