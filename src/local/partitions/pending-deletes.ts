import { leavingKey } from '../platform/env.ts'
import type { Surroundings } from '../sync/ports.ts'

/** In the plain storage, because a delete may be asked for where no database can be opened. */

/** Those whose delete was cut short, or could not begin. */
export function leavingIn({ env }: Surroundings): string[] {
  return (env.localStorage?.getItem(leavingKey) ?? '').split(' ').filter((name) => name !== '')
}

/** Nothing of theirs is to be deleted any more: it is gone, or they are back. */
export function noteGone({ env }: Surroundings, account: string): void {
  const before = leavingIn({ env })
  const left = before.filter((name) => name !== account)
  if (left.length === before.length) return
  try {
    if (left.length > 0) env.localStorage?.setItem(leavingKey, left.join(' '))
    else env.localStorage?.removeItem(leavingKey)
  } catch {
    // A storage that takes nothing keeps the note; deleting once more finds nothing.
  }
}
