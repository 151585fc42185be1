import type { OwnStore } from '../outbox/command.ts'

/** What a person typed into a form and has not sent. */
export interface Drafts {
  read: (key: string) => Promise<Record<string, string> | undefined>
  save: (key: string, values: Record<string, string>) => Promise<void>
  clear: (key: string) => Promise<void>
}
export interface FormDraftsPorts {
  /** The database of the person whose data is shown. */
  own: () => Promise<OwnStore>
  withRoom: <R>(work: () => Promise<R>) => Promise<R>
  now: () => number
  /** After something was saved. */
  saved: () => void
}

export function createFormDrafts(o: FormDraftsPorts): Drafts & { settled: () => Promise<unknown> } {
  /** A form that is opened again, or cleared, finds what was typed a moment ago. */
  let typing: Promise<unknown> = Promise.resolve()
  return {
    async read(key) {
      await typing
      const own = await o.own()
      return own.transaction('read', ['drafts'], async (tx) => (await tx.get('drafts', key))?.values)
    },
    async save(key, values) {
      const saving = o.withRoom(async () => {
        const row = { id: key, values, updatedAt: o.now() }
        await (await o.own()).transaction('write', ['drafts'], (tx) => tx.put('drafts', row))
      })
      typing = Promise.allSettled([saving])
      await saving
      o.saved()
    },
    async clear(key) {
      await typing
      await (await o.own()).transaction('write', ['drafts'], (tx) => tx.delete('drafts', key))
    },
    /** Resolves when everything typed so far is saved. */
    settled: () => typing,
  }
}
