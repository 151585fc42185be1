import { AppError } from '#contract/errors.ts'
import { mergeDrafts, newestStamp, type DraftCopy } from '#contract/sync/draft-copy.ts'
import { draftRoutes, type DraftEnd } from '#contract/sync/drafts.ts'
import { same } from '../../../src/local/outbox/merge.ts'
import type { AuthedRequest } from '../../../src/local/transport/http-client.ts'

/** The server's half: copies merged by stamps, and a revision that grows with every change. */
export function draftServer() {
  const drafts = new Map<string, { rev: number; copy: DraftCopy }>()
  const gone = new Map<string, { rev: number; at: number; why: DraftEnd }>()
  const state = { rev: 0, silent: false, calls: [] as string[] }
  const answer = (data: object) => ({ ok: true, status: 200, body: { success: true, msg: '', data } })
  const no = (status: number, code: 'network' | 'gone') => ({ ok: false, status, error: new AppError(code) })
  const handle = (route: object, o: { params?: Record<string, string>; body?: unknown }) => {
    const id = o.params?.['id'] ?? ''
    if (state.silent) return no(0, 'network')
    if (route === draftRoutes.putDraft) {
      state.calls.push(`put ${id}`)
      const copy = o.body as DraftCopy
      const end = gone.get(id)
      if (end && (end.why === 'published' || newestStamp(copy) <= end.at)) return no(410, 'gone')
      gone.delete(id)
      const before = drafts.get(id)
      const merged = before ? mergeDrafts(before.copy, copy) : copy
      drafts.set(id, { rev: ++state.rev, copy: merged })
      return answer({ id, rev: state.rev, behind: !same(merged, copy) })
    }
    if (route === draftRoutes.deleteDraft) {
      state.calls.push(`delete ${id}`)
      const { at, why } = o.body as { at: number; why: DraftEnd }
      const there = drafts.get(id)
      if (there && why === 'discarded' && newestStamp(there.copy) > at)
        return answer({ id, rev: there.rev, kept: true })
      drafts.delete(id)
      gone.set(id, { rev: ++state.rev, at, why })
      return answer({ id, rev: state.rev, kept: false })
    }
    const since = Number(o.params?.['rev'])
    const live = [...drafts].map(([one, { rev }]) => ({ id: one, rev }))
    const changed = [...drafts].filter(([, { rev }]) => rev > since)
    return answer({
      rev: state.rev,
      more: false,
      full: false,
      live,
      drafts: changed.map(([one, { rev, copy }]) => ({
        id: one,
        rev,
        ...copy,
        updated_at: '',
        pictures: [],
      })),
      gone: [...gone].filter(([, { rev }]) => rev > since).map(([one, end]) => ({ id: one, ...end })),
    })
  }
  const ask = ((route: object, o = {}) => Promise.resolve(handle(route, o))) as unknown as AuthedRequest
  return { ask, drafts, gone, state }
}
