import type { OwnStore } from '../outbox/command.ts'

export interface FormDraftsPorts {
  /** The database of the person whose data is shown, in which room is made. */
  own: () => Promise<OwnStore>
  now: () => number
  /** After something was saved. */
  saved: () => void
}

/** What a person typed into a form and has not sent. */
export function createFormDrafts(o: FormDraftsPorts) {
  /** A form that is opened again, or cleared, finds what was typed a moment ago. */
  let typing: Promise<unknown> = Promise.resolve()
  function under<R>(work: Promise<R>): Promise<R> {
    typing = Promise.allSettled([typing, work])
    return work
  }
  return {
    async read(key: string) {
      await typing
      const own = await o.own()
      return own.transaction('read', ['drafts'], async (tx) => (await tx.get('drafts', key))?.values)
    },
    async save(key: string, values: Record<string, string>) {
      const row = { id: key, values, updatedAt: o.now() }
      await under(o.own().then((own) => own.transaction('write', ['drafts'], (tx) => tx.put('drafts', row))))
      o.saved()
    },
    async clear(key: string) {
      await typing
      await (await o.own()).transaction('write', ['drafts'], (tx) => tx.delete('drafts', key))
    },
    /** Resolves when everything typed so far is saved. */
    settled: () => typing,
  }
}
