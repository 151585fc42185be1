import type { PublicStore } from '../../cache/shelf.ts'
import type { Powers } from '../../start/env.ts'

/** Row of the public `meta`. */
const askedRow = 'persist'

/**
 * Asks the browser not to throw this phone's data away (SYNC 4.9): when there is something worth keeping and once
 * more when the app was installed, never at the start and not again and again, for some browsers ask the person.
 */
export function createLasting(powers: Powers, shared: PublicStore) {
  let asked = false

  async function ask(why: 'written' | 'installed'): Promise<boolean | undefined> {
    if (!powers.persist || (asked && why === 'written')) return undefined
    asked = true
    const before = await shared.transaction(
      'read',
      ['meta'],
      async (tx) => (await tx.get('meta', askedRow))?.v,
    )
    if (before === 'installed' || before === why) return undefined
    if (await powers.persisted?.()) return true
    await shared.transaction('write', ['meta'], (tx) => tx.put('meta', { k: askedRow, v: why }))
    return powers.persist()
  }
  return {
    /** Never fails: what the browser refuses is kept all the same, as long as it likes. */
    ask: (why: 'written' | 'installed') => ask(why).catch(() => undefined),
  }
}
