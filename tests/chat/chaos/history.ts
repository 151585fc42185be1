import { randomOf } from '../../chaos/history.ts'

/** The events on the phones of two people who write to each other. A seed chooses them, so that a history can be repeated. */
export type Act =
  | { do: 'write'; who: Who; tab: number }
  | { do: 'read'; who: Who; tab: number }
  /** Sets the faults of the next requests of this phone. */
  | { do: 'weather'; who: Who; faults: readonly Fault[] }
  /** Ends open connections in the middle of a transfer; `told`: the browser reports it. */
  | { do: 'cut'; who: Who; told: boolean }
  | { do: 'no network'; who: Who }
  | { do: 'network'; who: Who }
  /** The system kills a tab at any point. */
  | { do: 'kill'; who: Who; tab: number }
  | { do: 'open'; who: Who }
  | { do: 'freeze'; who: Who; tab: number }
  | { do: 'thaw'; who: Who; tab: number }
  /** A tab goes to the background, or comes back. */
  | { do: 'hide'; who: Who; tab: number }
  | { do: 'show'; who: Who; tab: number }
  /** The server refuses the login until the person signs in again. */
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

/** Returns the history as text, one act a line. */
export const toldOf = (acts: readonly Act[]): string =>
  acts
    .map((act, i) => `  ${i + 1}. ${JSON.stringify(act).replace(/[{}"]/g, '').replace(/,/g, ' ')}`)
    .join('\n')
