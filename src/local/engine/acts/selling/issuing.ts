import { AppError } from '#contract/errors.ts'
import type { PutResult } from '../../../outbox/seen/entry.ts'
import { progressOf } from '../../../upload/blob-rows.ts'
import type { AdDraft, Selling } from './face.ts'
import type { DeskPorts } from './ports.ts'
import { publishing, reword, takeBack } from './publish.ts'

interface IssuingPorts extends DeskPorts {
  find: (id: string) => Promise<AdDraft | undefined>
  /** It became an ad at once, where nothing can wait. */
  over: (draft: AdDraft) => Promise<unknown>
}

/** The way of a draft into the outbox, and back. */
export function createIssuing({
  host,
  own,
  inTurn,
  touched,
  put,
  sent,
  find,
  over,
}: IssuingPorts): Pick<Selling, 'publish' | 'unpublish' | 'progress'> {
  return {
    publish: (id, ad) =>
      inTurn(async () => {
        if (!host.session.get().user) return { ok: false, error: new AppError('unauthenticated') }
        const draft = await find(id)
        if (!draft) return { ok: false, error: new AppError('storage_unavailable') }
        const going = publishing(draft, ad)
        const again = await reword(await own(), going)
        if (again.is === 'late')
          return { ok: false, error: new AppError('key_in_progress', { msg: onItsWay }) }
        const result: PutResult =
          again.is === 'reworded'
            ? { ok: true, id: again.item, kept: true }
            : await put('ad.create', going.payload, undefined, going.blobIds)
        if (result.ok && again.is === 'reworded') await sent()
        if (result.ok && !result.kept) await over(draft)
        if (result.ok) touched()
        return result
      }),
    unpublish: (item) =>
      inTurn(async () => {
        const done = await takeBack(await own(), item, host.env.now())
        if (done) {
          await sent()
          touched()
        }
        return done
      }),
    async progress(item) {
      const store = await own()
      return store.transaction('read', ['outbox', 'blobs'], async (tx) => {
        const ids = (await tx.get('outbox', item))?.blobIds ?? []
        if (ids.length === 0) return undefined
        const rows = await Promise.all(ids.map((id) => tx.get('blobs', id)))
        return progressOf(rows.flatMap((row) => row ?? []))
      })
    },
  }
}

const onItsWay = 'It may already be on its way. Wait a moment, or cancel it first to change it.'
