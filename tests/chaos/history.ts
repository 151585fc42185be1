/** The events of one history. A seed chooses them, so that a history can be repeated. */
export type Act =
  | { do: 'tap'; tab: Tab; car: number; on: boolean }
  /** A real tap on a heart of the list. */
  | { do: 'click'; tab: Tab; card: number }
  /** Two tabs set opposite hearts for one car at the same moment. */
  | { do: 'race'; car: number }
  | { do: 'enquire'; tab: Tab; car: number }
  /** Fills in the form and sends it with real keys and clicks. */
  | { do: 'write'; tab: Tab; car: number }
  | { do: 'sign in'; tab: Tab; person: Name }
  /** Without `keep` the app deletes what the person has not sent. */
  | { do: 'sign out'; tab: Tab; keep: boolean }
  | { do: 'no network' }
  | { do: 'network' }
  | { do: 'weather'; of: readonly Ill[] }
  | { do: 'fair' }
  | { do: 'freeze'; tab: Tab }
  | { do: 'thaw'; tab: Tab }
  | { do: 'reopen'; tab: Tab }
  | { do: 'stop worker' }
  | { do: 'sync'; last: boolean }
  | { do: 'send now'; tab: Tab }
  | { do: 'look elsewhere'; tab: Tab }
  | { do: 'kill server' }
  /** The system kills the browser, during a wish if `wish` is true. */
  | { do: 'kill phone'; wish: boolean }
  | { do: 'linger'; ms: number }

export type Tab = 0 | 1
export const names = ['buyer', 'seller'] as const
export type Name = (typeof names)[number]

/** The faults of one request. */
export const ills = [
  'request lost',
  'answer lost',
  'reset',
  'hang',
  'slow body',
  'stalled answer',
  'twice',
  'portal',
  'redirect',
  'token refused',
  'key in progress',
  'refused',
  'slow down',
  'broken',
  'busy',
] as const
export type Ill = (typeof ills)[number]

export interface History {
  seed: number
  /** Whether the phone has a browser profile of its own, so that its browser can be killed. */
  mortal: boolean
  /** Milliseconds by which the phone's clock is wrong. */
  clock: number
  start: Name | 'guest'
  acts: readonly Act[]
}

/** Returns a generator of numbers from 0 up to 1 that depend only on the seed (mulberry32). */
export function randomOf(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = state
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
}

const year = 365 * 86_400_000
/** Number of cars of a history; few, so that wishes collide. */
export const carsPerHistory = 3

export function historyOf(seed: number): History {
  const random = randomOf(seed)
  const below = (n: number) => Math.floor(random() * n)
  const oneOf = <T>(list: readonly T[]): T => list[below(list.length)] as T
  const tab = (): Tab => oneOf([0, 1] as const)
  const car = () => below(carsPerHistory)
  const mortal = random() < 0.3
  const kinds: [number, () => Act][] = [
    [24, () => ({ do: 'tap', tab: tab(), car: car(), on: random() < 0.5 })],
    [6, () => ({ do: 'click', tab: tab(), card: below(3) })],
    [3, () => ({ do: 'race', car: car() })],
    [14, () => ({ do: 'enquire', tab: tab(), car: car() })],
    [2, () => ({ do: 'write', tab: tab(), car: car() })],
    [5, () => ({ do: 'sign in', tab: tab(), person: oneOf(names) })],
    [3, () => ({ do: 'sign out', tab: tab(), keep: random() < 0.7 })],
    [4, () => ({ do: 'no network' })],
    [4, () => ({ do: 'network' })],
    [9, () => ({ do: 'weather', of: Array.from({ length: 1 + below(4) }, () => oneOf(ills)) })],
    [3, () => ({ do: 'fair' })],
    [3, () => ({ do: 'freeze', tab: tab() })],
    [3, () => ({ do: 'thaw', tab: tab() })],
    [3, () => ({ do: 'reopen', tab: tab() })],
    [3, () => ({ do: 'stop worker' })],
    [4, () => ({ do: 'sync', last: random() < 0.3 })],
    [4, () => ({ do: 'send now', tab: tab() })],
    [2, () => ({ do: 'look elsewhere', tab: tab() })],
    [1, () => ({ do: 'kill server' })],
    [mortal ? 10 : 0, () => ({ do: 'kill phone', wish: random() < 0.6 })],
    [6, () => ({ do: 'linger', ms: 20 + below(350) })],
  ]
  const sum = kinds.reduce((all, [weight]) => all + weight, 0)
  const act = (): Act => {
    let left = random() * sum
    for (const [weight, make] of kinds) {
      left -= weight
      if (left < 0) return make()
    }
    return { do: 'fair' }
  }
  const clocks = [0, 0, 0, 0, 7 * 60_000, -7 * year, 5 * year] as const
  return {
    seed,
    mortal,
    clock: oneOf(clocks),
    start: oneOf([...names, ...names, 'guest'] as const),
    acts: Array.from({ length: 10 + below(16) }, act),
  }
}

/** Returns the history as text, one act a line. */
export function told({ seed, mortal, clock, start, acts }: History): string {
  const words = (act: Act) =>
    Object.entries(act)
      .map(([name, value]) => (name === 'do' ? String(value) : `${name}=${JSON.stringify(value)}`))
      .join(' ')
  return [
    `seed ${seed}: ${start}${mortal ? ', may be killed' : ''}${clock === 0 ? '' : `, clock wrong by ${clock} ms`}`,
    ...acts.map((act, i) => `  ${i + 1}. ${words(act)}`),
  ].join('\n')
}
