import { commands, type CommandKind, type Payloads } from '#contract/commands.ts'
import { AppError } from '#contract/errors.ts'
import { tidy } from '../cache/shelf.ts'
import { isQuota } from '../database/dexie.ts'
import type { OwnStore } from '../outbox/command.ts'
import { enqueue, type Wish } from '../outbox/enqueue.ts'
import { entryOf, type PutResult } from '../outbox/entry.ts'
import { newId } from '../outbox/id.ts'
import type { Host } from './face.ts'
import type { People } from './people.ts'
import type { Sending } from './sending.ts'
import type { Stores } from './stores.ts'

/** Accepts a write. `ok` is said after the commit, or, where nothing can be kept, after the server took it (I12). */
export interface PutPorts {
  host: Host
  stores: Stores
  people: People
  sending: Sending
  saved: () => Promise<void>
}
/** What is left of the caches when a write needs their room. */
const shrunk = 0.25

export function createPut({ host, stores, people, sending, saved }: PutPorts) {
  const { env } = host

  async function save(store: OwnStore, wish: Wish): Promise<PutResult> {
    try {
      return { ok: true, id: await enqueue(store, wish) }
    } catch (error) {
      if (!isQuota(error)) return { ok: false, error: new AppError('storage_unavailable') }
    }
    try {
      // What a person wrote is worth more than what they looked at (SYNC 5.5).
      await tidy(stores.shared, env.now(), shrunk)
      return { ok: true, id: await enqueue(store, wish) }
    } catch {
      return { ok: false, error: new AppError('storage_full') }
    }
  }

  /** Nothing can be kept here: it goes out now or it fails, and the form keeps the text. */
  async function sendAtOnce(store: OwnStore, partition: string, wish: Wish): Promise<PutResult> {
    const same = JSON.stringify(wish.payload)
    const earlier = await store.transaction('read', ['outbox'], async (tx) =>
      (await tx.list('outbox')).find(
        (i) => i.kind === wish.kind && i.state !== 'done' && JSON.stringify(i.payload) === same,
      ),
    )
    // The same wish again keeps its key: the try before may have had its effect.
    const id = earlier ? earlier.id : await enqueue(store, wish)
    await sending.hurryAll()
    await sending.one(partition)
    const item = await store.transaction('read', ['outbox'], (tx) => tx.get('outbox', id))
    if (item?.state === 'done') return { ok: true, id }
    const error = item && entryOf(item).error
    const { code = 'storage_unavailable', ...words } = error ?? {}
    return { ok: false, error: new AppError(code, words) }
  }

  return async <K extends CommandKind>(kind: K, payload: Payloads[K]): Promise<PutResult> => {
    if (commands[kind].auth === 'user' && !host.session.get().user) {
      return { ok: false, error: new AppError('unauthenticated') }
    }
    const partition = people.writes()
    const store = await stores.own(partition)
    const now = env.now()
    const id = newId(now, env.randomBytes(10))
    const wish: Wish = { id, kind, payload, now, appVersion: env.appVersion }
    const result = stores.isDurable(partition)
      ? await save(store, wish)
      : await sendAtOnce(store, partition, wish)
    if (result.ok) await saved()
    return result
  }
}
