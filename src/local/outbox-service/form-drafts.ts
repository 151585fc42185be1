import type { OwnStore } from '../outbox/command.ts'
import { dropHanded, type HandedDraft } from '../outbox/handed-draft.ts'

export interface FormDraftsPorts {
  /** Opens the database of the person on screen and makes room in it. */
  own: () => Promise<OwnStore>
  /** Resolves when the guest's drafts have moved to the person who signed in. */
  handed: () => Promise<unknown>
  now: () => number
  /** Called after a draft was saved. */
  saved: () => void
}

/** Returns the service for drafts: values that a person typed into a form and has not sent. */
export function createFormDrafts(o: FormDraftsPorts) {
  /** The last operation of each form. Save, clear and read of one form run one after another, however long one of them takes. */
  const turns = new Map<string, Promise<unknown>>()
  function inTurn<R>(key: string, work: (own: OwnStore) => Promise<R>): Promise<R> {
    // The database is that of the person on screen now, even if another person is on screen when the operation runs.
    const done = Promise.all([o.own(), turns.get(key)]).then(([own]) => work(own))
    turns.set(key, Promise.allSettled([done]))
    return done
  }
  return {
    async read(key: string) {
      await o.handed()
      return inTurn(key, (own) =>
        own.transaction('read', ['drafts'], async (tx) => (await tx.get('drafts', key))?.values),
      )
    },
    async save(key: string, values: Record<string, string>) {
      const row = { id: key, values, updatedAt: o.now() }
      await inTurn(key, (own) => own.transaction('write', ['drafts'], (tx) => tx.put('drafts', row)))
      o.saved()
    },
    clear: (draft: HandedDraft) =>
      inTurn(draft.id, (own) => own.transaction('write', ['drafts'], (tx) => dropHanded(tx, draft))),
    settled: (): Promise<unknown> => Promise.all(turns.values()),
  }
}
