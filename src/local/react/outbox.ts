import { useEffect, useState } from 'react'
import type { AnyPayload } from '#contract/commands.ts'
import type { Engine } from '../bootstrap/services.ts'
import type { HandedDraft } from '../outbox/handed-draft.ts'
import type { Resolution, RemoveResult, EntityView } from '../outbox/view.ts'
import { useAttempt, useLocal, useReadable } from './context.ts'
import { dropUnsaved, unsavedIn } from './drafts.ts'

export type { Dispute, DisputedField, Resolution } from '../outbox/view.ts'
export type { OutboxEntry, PutResult, RemoveResult } from '../outbox/view.ts'

type FormText = Record<string, string>

/** Hooks for what waits and for what the phone must tell; no first view needs them. */

export function useOutboxActions() {
  const local = useLocal()
  const { kick } = local
  const attempt = useAttempt()
  /** Where the store does not answer, everything stays as it is, and so do the buttons. */
  async function ask<T, F>(work: (engine: Engine) => Promise<T>, failed: F): Promise<T | F> {
    return (await attempt('outbox', work)) ?? failed
  }
  return {
    /** Resolves when the attempt has ended, whatever came of it. */
    sendNow: () => {
      kick('manual')
      return ask((engine) => engine.drained(), undefined)
    },
    retry: (id: string) => ask((engine) => engine.retry(id), undefined),
    /** `failed`: the store did not answer, nothing was taken back. */
    remove: (id: string) => ask<RemoveResult, 'failed'>((engine) => engine.remove(id), 'failed'),
    /** Other words in place of these; false when they may have left already, or could not be stored. */
    revise: (id: string, payload: AnyPayload, ...draft: [HandedDraft?]) =>
      ask((engine) => engine.revise(id, payload, ...draft), false),
    /** Settles a conflict; false when it is settled already, or could not be. */
    resolve: (id: string, how: Resolution) => ask((engine) => engine.resolve(id, how), false),
    /** An ad that waits, or was refused, is a draft again; `failed`: it could not be stored, and stays. */
    keepAsDraft: (id: string) =>
      ask<RemoveResult, 'failed'>(async (engine) => (await engine.adDrafts()).unpublish(id), 'failed'),
    /** What the server refused goes back into the draft of its form, above what is in it; `failed`: it stays. */
    reopen: (id: string, draft: string, over: (since: FormText | undefined) => FormText) =>
      ask<RemoveResult, 'failed'>(async (engine) => {
        // Stored before it is taken out: cut short in between it is there twice, never not at all.
        const unsaved = unsavedIn(local, draft)
        await engine.drafts.save(draft, over(unsaved?.values ?? (await engine.drafts.read(draft))))
        dropUnsaved(local, draft, unsaved)
        return engine.remove(id)
      }, 'failed'),
    /** What happened on this phone lately, for the support; undefined when the store does not answer. */
    report: () => ask((engine) => engine.report(), undefined),
  }
}

/** What this phone must tell its person, beside what is on the screen. */
export function useNotices() {
  const seen = useReadable(useLocal().views)
  const attempt = useAttempt()
  return {
    /** The browser threw away what this phone had kept. */
    evicted: seen.evicted,
    // Where that fails it is shown again at the next start.
    noteEviction: () => attempt('note-eviction', (engine) => engine.noteEviction()),
    /** Drafts written as a guest that the signed-in person may have. */
    adoptable: seen.adoptable,
    /** Drafts of the current person. */
    drafts: seen.drafts ?? 0,
    /** How many became theirs; undefined when that could not be done. */
    adopt: () => attempt('adopt', (engine) => engine.adopt()),
    /** A newer version of the app has taken the database over: this page keeps nothing any more. */
    outdated: seen.outdated === true,
  }
}

/** Whether what waits on this phone was read: until then it looks as if nothing did. Undefined while it is being read. */
export function useOutboxRead(): boolean | undefined {
  const attempt = useAttempt()
  const [read, setRead] = useState<boolean>()
  useEffect(() => {
    void attempt('read-outbox', (engine) => engine.views.read()).then((views) => setRead(views !== undefined))
  }, [attempt])
  return read
}

/** Something of this person that has versions, by its lane, with their unfinished writes on top. */
export function useEntity(lane: string): EntityView | undefined {
  return useReadable(useLocal().views).entities.get(lane)
}

/** Everything of this person that has versions, by lane. */
export function useEntities(): ReadonlyMap<string, EntityView> {
  return useReadable(useLocal().views).entities
}
