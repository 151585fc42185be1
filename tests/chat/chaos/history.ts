import { randomOf } from '../../chaos/history.ts'

/** What may happen to the phones of two people who write to each other. Chosen by a seed, so that it can be told again. */
export type Act =
  | { do: 'write'; who: Who; tab: number }
  | { do: 'read'; who: Who; tab: number }
  /** What becomes of the next requests of this phone. */
  | { do: 'weather'; who: Who; faults: readonly Fault[] }
  /** Open connections end in the middle of what they carry; `told`: the browser says so. */
  | { do: 'cut'; who: Who; told: boolean }
  | { do: 'no network'; who: Who }
  | { do: 'network'; who: Who }
  /** The system ends a tab, wherever it is. */
  | { do: 'kill'; who: Who; tab: number }
  | { do: 'open'; who: Who }
  | { do: 'freeze'; who: Who; tab: number }
  | { do: 'thaw'; who: Who; tab: number }
  /** Nobody looks at a tab, or somebody does again. */
  | { do: 'hide'; who: Who; tab: number }
  | { do: 'show'; who: Who; tab: number }
  /** The server refuses the login from now on, until the person signs in again. */
  | { do: 'expire'; who: Who }
  | { do: 'sign in'; who: Who }
  | { do: 'send now'; who: Who; tab: number }
  | { do: 'linger'; ms: number }

export type Who = 0 | 1
const faults = ['request lost', 'answer lost', 'twice', 'late', 'failure', 'portal', 'slow'] as const
export type Fault = (typeof faults)[number] | 'ok'

export function historyOf(seed: number): Act[] {
  const random = randomOf(seed)
  const below = (n: number) => Math.floor(random() * n)
  const who = (): Who => (random() < 0.5 ? 0 : 1)
  const tab = () => below(2)
  const fault = (): Fault => (random() < 0.25 ? 'ok' : (faults[below(faults.length)] ?? 'ok'))
  const kinds: [number, () => Act][] = [
    [30, () => ({ do: 'write', who: who(), tab: tab() })],
    [12, () => ({ do: 'read', who: who(), tab: tab() })],
    [8, () => ({ do: 'weather', who: who(), faults: Array.from({ length: 1 + below(5) }, fault) })],
    [6, () => ({ do: 'cut', who: who(), told: random() < 0.5 })],
    [4, () => ({ do: 'no network', who: who() })],
    [5, () => ({ do: 'network', who: who() })],
    [7, () => ({ do: 'kill', who: who(), tab: tab() })],
    [5, () => ({ do: 'open', who: who() })],
    [3, () => ({ do: 'freeze', who: who(), tab: tab() })],
    [3, () => ({ do: 'thaw', who: who(), tab: tab() })],
    [2, () => ({ do: 'hide', who: who(), tab: tab() })],
    [2, () => ({ do: 'show', who: who(), tab: tab() })],
    [1, () => ({ do: 'expire', who: who() })],
    [2, () => ({ do: 'sign in', who: who() })],
    [4, () => ({ do: 'send now', who: who(), tab: tab() })],
    [14, () => ({ do: 'linger', ms: below(25) })],
  ]
  const sum = kinds.reduce((all, [weight]) => all + weight, 0)
  const act = (): Act => {
    let left = random() * sum
    for (const [weight, make] of kinds) {
      left -= weight
      if (left < 0) return make()
    }
    return { do: 'linger', ms: 1 }
  }
  return Array.from({ length: 20 + below(30) }, act)
}

/** The history in the words of its acts, one a line. */
export const toldOf = (acts: readonly Act[]): string =>
  acts
    .map((act, i) => `  ${i + 1}. ${JSON.stringify(act).replace(/[{}"]/g, '').replace(/,/g, ' ')}`)
    .join('\n')
