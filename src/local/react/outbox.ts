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

/** Hooks for waiting writes and for notices of this phone; no first view needs them. */

export function useOutboxActions() {
  const local = useLocal()
  const { kick } = local
  const attempt = useAttempt()
  /** When the storage fails, nothing changes, and the buttons stay. */
  async function ask<T, F>(work: (engine: Engine) => Promise<T>, failed: F): Promise<T | F> {
    return (await attempt('outbox', work)) ?? failed
  }
  return {
    /** Resolves when the attempt has ended, with or without success. */
    sendNow: () => {
      kick('manual')
      return ask((engine) => engine.drained(), undefined)
    },
    retry: (id: string) => ask((engine) => engine.retry(id), undefined),
    /** Takes an item back; `failed` when the storage failed and nothing was taken back. */
    remove: (id: string) => ask<RemoveResult, 'failed'>((engine) => engine.remove(id), 'failed'),
    /** Replaces the words of an item; false when the old ones may have been sent, or the new ones could not be stored. */
    revise: (id: string, payload: AnyPayload, ...draft: [HandedDraft?]) =>
      ask((engine) => engine.revise(id, payload, ...draft), false),
    /** Settles a conflict; false when it is settled already, or that failed. */
    resolve: (id: string, how: Resolution) => ask((engine) => engine.resolve(id, how), false),
    /** Turns a waiting or refused ad into a draft; `failed` when the draft could not be stored, and the item stays. */
    keepAsDraft: (id: string) =>
      ask<RemoveResult, 'failed'>(async (engine) => (await engine.adDrafts()).unpublish(id), 'failed'),
    /** Merges the words of a refused item into the draft of its form, by `over`; `failed` when the item stays. */
    reopen: (id: string, draft: string, over: (since: FormText | undefined) => FormText) =>
      ask<RemoveResult, 'failed'>(async (engine) => {
        // The draft is stored before the item is removed: after an interruption the words are in both, never in neither.
        const unsaved = unsavedIn(local, draft)
        await engine.drafts.save(draft, over(unsaved?.values ?? (await engine.drafts.read(draft))))
        dropUnsaved(local, draft, unsaved)
        return engine.remove(id)
      }, 'failed'),
    /** Returns the recent events of this phone, for support; undefined when the storage failed. */
    report: () => ask((engine) => engine.report(), undefined),
  }
}

/** Returns the notices that this phone must show its person, beside the content of the screen. */
export function useNotices() {
  const seen = useReadable(useLocal().views)
  const attempt = useAttempt()
  return {
    /** Whether the browser has evicted the stored data. */
    evicted: seen.evicted,
    // If this fails, the next start shows the notice again.
    noteEviction: () => attempt('note-eviction', (engine) => engine.noteEviction()),
    /** Guest drafts that the signed-in person may take over. */
    adoptable: seen.adoptable,
    /** Number of drafts of the current person. */
    drafts: seen.drafts ?? 0,
    /** Moves the drafts to the person; resolves to their number, or to undefined when that failed. */
    adopt: () => attempt('adopt', (engine) => engine.adopt()),
    /** Whether a newer version of the app has upgraded the database: this page can no longer store anything. */
    outdated: seen.outdated === true,
  }
}

/** Returns whether the outbox was read, before which it looks empty; false when that failed, undefined while it is being read. */
export function useOutboxRead(): boolean | undefined {
  const attempt = useAttempt()
  const [read, setRead] = useState<boolean>()
  useEffect(() => {
    void attempt('read-outbox', (engine) => engine.views.read()).then((views) => setRead(views !== undefined))
  }, [attempt])
  return read
}

/** Returns a versioned entity of this person, by its lane, with their unfinished writes on top. */
export function useEntity(lane: string): EntityView | undefined {
  return useReadable(useLocal().views).entities.get(lane)
}

/** Returns all versioned entities of this person, by lane. */
export function useEntities(): ReadonlyMap<string, EntityView> {
  return useReadable(useLocal().views).entities
}
