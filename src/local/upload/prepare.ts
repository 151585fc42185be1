import type { OutboxItem } from '../database/records.ts'
import type { OwnStore } from '../outbox/command.ts'
import type { SendResult } from '../outbox/sending/verdict.ts'
import type { Renewal } from '../session/session.ts'
import { digestOf } from './digest.ts'
import { uploadBlob, type UploadPorts } from './upload-blob.ts'

export interface PreparePorts extends Pick<UploadPorts, 'store' | 'http' | 'now' | 'mayGoOn'> {
  /** The token in place of one that was refused. */
  renewed: (refused: string) => Promise<Renewal>
  /** Refused twice: it is over. */
  drop: (token: string) => Promise<void> | void
}

/**
 * The step before an item that has pictures: brings them to the server one after the other. Undefined when all of
 * them are there; else the answer, as if the item itself had been answered so.
 */
export function createPrepare(p: PreparePorts) {
  return async (
    item: Pick<OutboxItem, 'blobIds'>,
    o: { token: string | undefined; goOn: () => Promise<boolean> },
  ): Promise<SendResult | undefined> => {
    let { token } = o
    let renewal: Renewal | undefined
    for (const id of item.blobIds ?? []) {
      const result = await uploadBlob(id, {
        ...p,
        sha256: digestOf(),
        token: () => token,
        renew: async () => {
          renewal = token === undefined ? undefined : await p.renewed(token)
          if (renewal?.is !== 'new' || renewal.token === token) return false
          token = renewal.token
          return true
        },
        stillLeads: o.goOn,
      })
      if (!result) continue
      if (result.status !== 401 || token === undefined) return result
      // Nobody could be asked whether the login goes on.
      if (renewal?.is === 'unknown') return { ok: false, status: 0, error: { code: 'network' } }
      await p.drop(token)
      return result
    }
    return undefined
  }
}

/** Removes the bytes of pictures whose ad has arrived; those that another write still needs stay. */
export function sweepBlobs(store: OwnStore): Promise<void> {
  return store.transaction('write', ['outbox', 'blobs'], async (tx) => {
    const items = await tx.list('outbox')
    const needed = new Set(items.flatMap((item) => (item.state === 'done' ? [] : (item.blobIds ?? []))))
    for (const item of items) {
      if (item.state !== 'done' || !item.blobIds) continue
      const { blobIds, ...receipt } = item
      for (const id of blobIds) if (!needed.has(id)) await tx.delete('blobs', id)
      // Who picks the same photo again wishes for something new.
      await tx.put('outbox', receipt)
    }
  })
}
