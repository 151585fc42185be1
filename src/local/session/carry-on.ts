import { carryOnKey } from './mirror.ts'

/**
 * Where a person stopped, on this phone only: the last search, and how much of a list of such things was shown, so that
 * it has its room before it is read. Like the last searches it leaves with them when they sign out.
 */
export interface CarryOnNote {
  /** The query of its address, without the question mark. */
  search?: string | undefined
  /** Cards above the cars looked at, and whether there were such cars. */
  shown?: { cards: number; viewed: boolean }
}
interface Storage {
  getItem: (key: string) => string | null
  setItem: (key: string, value: string) => void
}

export function readCarryOn(storage: Storage | undefined): CarryOnNote {
  try {
    const value = JSON.parse(storage?.getItem(carryOnKey) ?? '{}') as Partial<
      Record<keyof CarryOnNote, unknown>
    > | null
    const shown = value?.shown as Partial<Record<'cards' | 'viewed', unknown>> | null | undefined
    return {
      ...(typeof value?.search === 'string' && { search: value.search }),
      ...(typeof shown?.cards === 'number' && {
        shown: { cards: shown.cards, viewed: shown.viewed === true },
      }),
    }
  } catch {
    return {}
  }
}

/** A storage that takes nothing loses it. */
export function noteCarryOn(storage: Storage | undefined, change: CarryOnNote): void {
  try {
    storage?.setItem(carryOnKey, JSON.stringify({ ...readCarryOn(storage), ...change }))
  } catch {
    // It is a convenience: the search itself was made.
  }
}
