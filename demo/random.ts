/** A random generator that returns the same numbers for the same seed on every machine. */
export interface Random {
  /** Returns a number from 0 (inclusive) to 1 (exclusive). */
  next(): number
  /** Returns a whole number, both bounds inclusive. */
  whole(from: number, to: number): number
  chance(probability: number): boolean
  pick<T>(list: readonly T[]): T
  /** Returns an item; its probability is proportional to its weight. */
  weighted<T>(list: readonly T[], weightOf: (item: T) => number): T
  /** Returns `count` items in the order of the list. */
  some<T>(list: readonly T[], count: number): T[]
  /** Returns a number around 0 with a standard deviation of about 0.7, never beyond 3. */
  bell(): number
}

/** Hashes texts and numbers into one seed. */
export function seedOf(...parts: readonly (string | number)[]): number {
  let h = 0x9e3779b9
  for (const char of parts.join('\u0000')) {
    h = Math.imul(h ^ (char.codePointAt(0) ?? 0), 0x85ebca6b)
    h ^= h >>> 13
  }
  return h >>> 0
}

/** Mulberry32 (public domain, Tommy Ettinger). */
export function randomOf(seed: number): Random {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
  const whole = (from: number, to: number) => from + Math.floor(next() * (to - from + 1))
  const pick = <T>(list: readonly T[]): T => {
    const item = list[whole(0, list.length - 1)]
    if (item === undefined) throw new Error('Nothing to pick from')
    return item
  }
  return {
    next,
    whole,
    chance: (probability) => next() < probability,
    pick,
    weighted(list, weightOf) {
      let at = next() * list.reduce((sum, item) => sum + weightOf(item), 0)
      for (const item of list) {
        at -= weightOf(item)
        if (at < 0) return item
      }
      return pick(list)
    },
    some(list, count) {
      const left = new Set(list.map((_, i) => i))
      while (left.size > count) left.delete(pick([...left]))
      return list.filter((_, i) => left.has(i))
    },
    bell: () => next() + next() + next() + next() + next() + next() - 3,
  }
}

const hexOf = (value: number, digits: number) => value.toString(16).padStart(digits, '0')

/** Maps 32-bit numbers one to one, since each step is invertible; neighbours get very different values. */
function scattered(place: number): number {
  const x = Math.imul(place ^ (place >>> 16), 0x45d9f3b)
  return (x ^ (x >>> 16)) >>> 0
}

/**
 * Returns a UUIDv7 whose random part comes from the seed. A seed has only 32 bits, so the random parts repeat among many
 * thousands of ids. Callers with that many items therefore pass `place`, the item's unique index in the sequence.
 */
export function demoId(ms: number, random: Random, place?: number): string {
  const hex = (digits: number) => hexOf(Math.floor(random.next() * 16 ** digits), digits)
  const time = hexOf(Math.floor(ms), 12)
  const variant = random.pick(['8', '9', 'a', 'b'])
  const drawn = `7${hex(3)}-${variant}${hex(3)}-${hex(6)}${hex(6)}`
  const end = place === undefined ? drawn : drawn.slice(0, -8) + hexOf(scattered(place), 8)
  return `${time.slice(0, 8)}-${time.slice(8)}-${end}`
}
