import type { OutboxItem } from '../database/records.ts'
import type { OwnStore } from '../outbox/command.ts'
import type { SendResult } from '../outbox/sending/verdict.ts'
import type { Renewal } from '../session/session.ts'
import { unknownOutcome, type Refused } from '../transport/http-client.ts'
import { digestOf } from './digest.ts'
import { uploadBlob, type UploadPorts } from './upload-blob.ts'

/** The login that a write goes under, from call to call. */
export interface LoginPorts {
  /** The token in place of one that was refused. */
  renewed: (refused: string) => Promise<Renewal>
  /** Refused twice: it is over. */
  drop: (token: string) => Promise<void> | void
}

/** Calls under a login. A 401 gets one more try with the newest token, which then stays (R-ERR-01). */
export function underLogin(given: string | undefined, p: LoginPorts) {
  let token = given
  return async <A extends { ok: boolean; status: number }>(
    attempt: (token: string | undefined) => Promise<A>,
  ): Promise<A | Refused> => {
    const first = await attempt(token)
    if (first.ok || first.status !== 401 || token === undefined) return first
    const renewal = await p.renewed(token)
    // Nobody could be asked whether the login goes on.
    if (renewal.is === 'unknown') return unknownOutcome('network')
    if (renewal.is === 'new') ({ token } = renewal)
    const second = await attempt(token)
    if (!second.ok && second.status === 401) await p.drop(token)
    return second
  }
}

export type PreparePorts = Pick<UploadPorts, 'store' | 'http' | 'now' | 'mayGoOn'> & LoginPorts

/**
 * The step before an item that has pictures: brings them to the server one after the other. Undefined when all of
 * them are there; else the answer, as if the item itself had been answered so.
 */
export function createPrepare(p: PreparePorts) {
  return async (
    item: Pick<OutboxItem, 'blobIds'>,
    o: { token: string | undefined; goOn: () => Promise<boolean> },
  ): Promise<SendResult | undefined> => {
    const ports = { ...p, sha256: digestOf(), signed: underLogin(o.token, p), stillLeads: o.goOn }
    for (const id of item.blobIds ?? []) {
      const result = await uploadBlob(id, ports)
      if (result) return result
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
