import { ignoreExpected, missingFile } from '#contract/values/expected.ts'
import type { GiveUp } from '../cache/eviction.ts'
import { isPassing } from '../database/failures.ts'
import type { Reason } from '../sync/triggers.ts'
import { createDataUse } from './data-use.ts'
import type { FreeingPorts } from './freeing.ts'
import type { Clearable, StoragePorts } from './storage-service.ts'

/** Milliseconds after the start until the budget is enforced. */
const enforceAfter = 20_000

/** Returns the service for the storage of this app. It counts bytes from the start; all other code is loaded on demand. */
export function createStorage(o: StoragePorts) {
  const { host, stores, capabilities } = o
  const { env } = host
  const use = createDataUse({ shared: stores.shared, now: host.serverNow, later: env.setTimeout })
  let counted = 0
  function count() {
    const all = host.loaded()
    use.add(all - counted)
    counted = all
  }
  const unwatchLoads = capabilities.loads?.(use.add)

  async function open() {
    const { createStorageService } = await import('./storage-service.ts').catch(missingFile)
    return createStorageService({ ...o, used: use.read })
  }
  const enforcing = env.setTimeout(() => {
    if (stores.durable)
      env.whenIdle(() => {
        open()
          .then((service) => service.hold())
          .catch(ignoreExpected('hold-room', isPassing))
      })
  }, enforceAfter)

  return {
    async read() {
      count()
      return (await open()).read()
    },
    clear: async (what: Clearable) => (await open()).clear(what),
    ask: async () => (await open()).ask(),
    resume: async () => (await open()).resume(),
    /** Adds bytes that were loaded outside the counted requests. */
    loaded: use.add,
    kick(reason: Reason) {
      if (reason === 'answer') count()
    },
    close() {
      env.clearTimeout(enforcing)
      unwatchLoads?.()
      count()
      void use.flush()
    },
  }
}

/** Returns the function that evicts data; its code is loaded on full phones only. */
export const createGiveUp =
  (ports: FreeingPorts): GiveUp =>
  async (step) =>
    (await import('./freeing.ts')).waysToFree(ports)[step]()
