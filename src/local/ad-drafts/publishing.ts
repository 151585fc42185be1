import { AppError } from '#contract/errors.ts'
import type { Fields } from '#contract/commands.ts'
import type { BlobRow } from '../database/records.ts'
import type { PutResult } from '../outbox/view/entry.ts'
import { progressOf } from '../upload/blob-rows.ts'
import type { AdDraft, AdDraftService } from './types.ts'
import type { DraftServicePorts } from './ports.ts'
import { publishing, reword, takeBack } from './publish-rows.ts'
import { errorOf } from './draft-stores.ts'

interface IssuingPorts extends DraftServicePorts {
  find: (id: string) => Promise<AdDraft | undefined>
  /** It became an ad at once, where nothing can wait. */
  over: (draft: AdDraft) => Promise<unknown>
}

type Standing = Pick<BlobRow, 'size' | 'upload'>

/** The way of a draft into the outbox, and back. */
export function createPublishing({
  host,
  own,
  inTurn,
  touched,
  put,
  sent,
  find,
  over,
}: IssuingPorts): Pick<AdDraftService, 'publish' | 'unpublish' | 'progress'> {
  async function publish(id: string, ad: Fields): Promise<PutResult> {
    if (!host.session.get().user) return { ok: false, error: new AppError('unauthenticated') }
    const draft = await find(id)
    if (!draft) return { ok: false, error: new AppError('storage_unavailable') }
    const going = publishing(draft, ad)
    const again = await reword(await own(), going)
    if (again.is === 'late') return { ok: false, error: new AppError('key_in_progress', { msg: onItsWay }) }
    const result: PutResult =
      again.is === 'reworded'
        ? { ok: true, id: again.item, kept: true }
        : await put('ad.create', going.payload, undefined, going.blobIds)
    if (result.ok && again.is === 'reworded') await sent()
    if (result.ok && !result.kept) await over(draft)
    if (result.ok) touched()
    return result
  }
  /** Pictures as they were last seen: to read one is to read all its bytes. */
  const seen = new Map<string, Standing>()

  return {
    publish: (id, ad) =>
      inTurn(() =>
        publish(id, ad).catch((error: unknown) => ({
          ok: false,
          error: errorOf(error),
        })),
      ),
    unpublish: (item) =>
      inTurn(async () => {
        const done = await takeBack(await own(), item, host.serverNow())
        if (done === 'removed' || done === 'cancelling') {
          await sent()
          touched()
        }
        return done
      }),
    async progress(item) {
      const store = await own()
      return store.transaction('read', ['outbox', 'blobs'], async (tx) => {
        const { blobIds: ids = [], rev } = (await tx.get('outbox', item)) ?? {}
        if (ids.length === 0) return undefined
        const pictures: Standing[] = []
        // They go one after the other: behind the one under way nothing has changed.
        let reached = false
        for (const id of ids) {
          const key = `${id} ${rev}`
          const known = seen.get(key)
          const picture: Standing | undefined =
            known && (reached || known.upload?.done !== undefined) ? known : await tx.get('blobs', id)
          if (!picture) continue
          seen.set(key, { size: picture.size, upload: picture.upload })
          pictures.push(picture)
          if (picture.upload?.done === undefined) reached = true
        }
        return progressOf(pictures)
      })
    },
  }
}

const onItsWay = 'It may already be on its way. Wait a moment, or cancel it first to change it.'
