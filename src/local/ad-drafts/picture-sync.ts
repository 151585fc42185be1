import { ignoreExpected } from '#contract/values/expected.ts'
import { isPassing } from '../database/failures.ts'
import { draftLimits } from '#contract/sync/draft-copy.ts'
import { meta, numberOf } from '../outbox/command.ts'
import { backlog, hasLeadership } from '../outbox/sending/turn.ts'
import { downloadAllowanceOf } from '../saved-cars/pin-service.ts'
import { makingRoomFor } from '../partitions/stores.ts'
import { webLock } from '../sync/locks.ts'
import { loginOf } from '../sync/ports.ts'
import { isUploaded, trustFor } from '../upload/blob-rows.ts'
import { createPrepare } from '../upload/prepare.ts'
import type { AdDraft, DraftServicePorts } from './types.ts'

/** Pictures the server will not have, however often it is asked. */
const refusals: ReadonlySet<number> = new Set([400, 413, 415, 422])

/**
 * The pictures of drafts on their way to the server, so that a lost phone loses none (S16): one after the other,
 * from where each stands, when nothing waits in the outbox and the network costs nobody anything. An ad that is made of
 * the draft then finds them there.
 */
export function createPictureSync(
  {
    host,
    stores,
    partitions,
    capabilities,
  }: Pick<DraftServicePorts, 'host' | 'stores' | 'partitions' | 'capabilities'>,
  drafts: () => Promise<readonly AdDraft[]>,
) {
  const { env, http } = host
  /** When the server was last known to have it; a look at its row would read all its bytes. */
  const there = new Map<string, number>()
  const refused = new Set<string>()
  /** The server named this time to wait for. */
  let pausedUntil = 0
  let left = false
  let again = false
  let carrying: Promise<void> | undefined

  const isThere = (id: string) => Math.abs(env.now() - (there.get(id) ?? -Infinity)) < trustFor
  const maySend = () => {
    const { halt } = downloadAllowanceOf(capabilities.networkInfo?.() ?? {})
    return host.connection.get().state !== 'offline' && halt === undefined
  }

  /** False when something was left. */
  async function round(partition: string): Promise<boolean> {
    const store = makingRoomFor(stores, await stores.own(partition))
    const login = loginOf(host, partition)
    const prepare = createPrepare({
      store,
      http,
      now: env.now,
      // Someone else may have signed in meanwhile.
      renewed: login.renewed,
      // A login that ran out is reported to a caller that waits for an answer; none waits here.
      drop: () => undefined,
    })
    const isQuiet = async () => maySend() && (await backlog(store, true)).waiting === 0
    const found = (await drafts()).slice(0, draftLimits.drafts).flatMap(({ pictures }) => pictures)
    for (const { id } of found) {
      if (id === undefined || isThere(id) || refused.has(id)) continue
      // This leads nobody: whoever begins to send what waits in the outbox takes over at once.
      const epoch = await store.transaction('read', ['meta'], (tx) => numberOf(tx, meta.epoch))
      const token = login.token()
      const goOn = async () =>
        login.token() !== undefined && (await isQuiet()) && (await hasLeadership(store, epoch))
      if (token === undefined || !(await goOn())) return false
      const result = await prepare({ blobIds: [id] }, { token, goOn })
      if (!result || result.ok) {
        // Thrown away meanwhile it may come back, and is then not there.
        const row = await store.transaction('read', ['blobs'], (tx) => tx.get('blobs', id))
        if (row && isUploaded(row, env.now())) there.set(id, env.now())
      } else if (refusals.has(result.status)) refused.add(id)
      else {
        pausedUntil = env.now() + (result.error.retryAfter ?? 0) * 1000
        return false
      }
    }
    return true
  }
  async function rounds() {
    const partition = partitions.active()
    if (partition === partitions.guest || !stores.isDurable(partition)) return
    left = true
    while (again && env.now() >= pausedUntil) {
      again = false
      const work = () => round(partition)
      const done = env.locks
        ? (await webLock(env.locks).hold(`draft-pictures:${partition}`, false, work))?.value
        : await work()
      left = done !== true
    }
  }

  return {
    /** Brings what is missing to the server; never fails. */
    carry(): Promise<void> {
      again = true
      carrying ??= rounds()
        // Nothing is lost: the bytes are on this phone, and the next occasion goes on.
        .catch(ignoreExpected('carry-pictures', isPassing))
        .finally(() => {
          carrying = undefined
        })
      return carrying
    },
    /** Something was left for a better moment. */
    left: () => left,
  }
}
