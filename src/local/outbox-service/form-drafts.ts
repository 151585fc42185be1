import type { OwnStore } from '../outbox/command.ts'
import { dropHanded, type HandedDraft } from '../outbox/handed-draft.ts'

export interface FormDraftsPorts {
  /** The database of the person whose data is shown, in which room is made. */
  own: () => Promise<OwnStore>
  /** Resolves when what a guest typed is with the person who signed in. */
  handed: () => Promise<unknown>
  now: () => number
  /** After something was saved. */
  saved: () => void
}

/** What a person typed into a form and has not sent. */
export function createFormDrafts(o: FormDraftsPorts) {
  /** By form: what is typed, cleared and read follows one another, however long one of them takes. */
  const turns = new Map<string, Promise<unknown>>()
  function inTurn<R>(key: string, work: (own: OwnStore) => Promise<R>): Promise<R> {
    // The person on screen now, also where another one is by the time of its turn.
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
    clear: (key: string, words?: HandedDraft['words']) =>
      inTurn(key, (own) =>
        own.transaction('write', ['drafts'], (tx) => dropHanded(tx, { id: key, ...(words && { words }) })),
      ),
    /** Resolves when everything typed so far is saved. */
    settled: (): Promise<unknown> => Promise.all(turns.values()),
  }
}
