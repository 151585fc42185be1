import { ignoreExpected } from '#contract/values/expected.ts'
import { isStorageFailure } from '../database/failures.ts'
import type { PublicStore } from '../cache/eviction.ts'
import type { Capabilities } from '../platform/env.ts'

/** Rows of the public `meta`: when it was asked, and what the browser said. */
const askedRow = 'persist'
const saidRow = 'persist-said'

/**
 * Asks the browser not to throw this phone's data away (S16): when there is something worth keeping and once
 * more when the app was installed, never at the start and not again and again, for some browsers ask the person.
 */
export function createPersistence(capabilities: Capabilities, shared: PublicStore) {
  let asked = false

  const valueOf = async (k: string) =>
    (await shared.transaction('read', ['meta'], async (tx) => tx.get('meta', k)))?.v
  async function askNow(): Promise<boolean> {
    const said = (await capabilities.persist?.()) ?? false
    // Only remembered: where it cannot be, the browser keeps what it said all the same.
    await shared
      .transaction('write', ['meta'], (tx) => tx.put('meta', { k: saidRow, v: said }))
      .catch(ignoreExpected('note-persist', isStorageFailure))
    return said
  }
  async function ask(why: 'written' | 'installed'): Promise<boolean | undefined> {
    if (!capabilities.persist || (asked && why === 'written')) return undefined
    asked = true
    const before = await valueOf(askedRow)
    if (before === 'installed' || before === why) return undefined
    if (await capabilities.persisted?.()) return true
    await shared.transaction('write', ['meta'], (tx) => tx.put('meta', { k: askedRow, v: why }))
    return askNow()
  }
  return {
    /** Never fails: what the browser refuses is kept all the same, as long as it likes. */
    ask: (why: 'written' | 'installed') => ask(why).catch(ignoreExpected('persist', isStorageFailure)),
    /** The person wants it asked. */
    askNow,
    /** What the browser said the last time; undefined when it was not asked. */
    async said(): Promise<boolean | undefined> {
      const v = await valueOf(saidRow)
      return typeof v === 'boolean' ? v : undefined
    },
  }
}
