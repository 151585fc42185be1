import type { CommandKind, Payloads } from '#contract/commands.ts'
import { AppError } from '#contract/errors.ts'
import { ignoreExpected } from '#contract/values/expected.ts'
import { isPassing } from '../database/failures.ts'
import {
  createContext,
  startTransition,
  useCallback,
  useContext,
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import type { LocalApp } from '../bootstrap/app.ts'
import type { Engine } from '../bootstrap/services.ts'
import type { Base } from '../database/records.ts'
import type { HandedDraft } from '../outbox/handed-draft.ts'
import type { OutboxEntry, PutResult } from '../outbox/view.ts'
import type { Readable } from '../platform/cell.ts'

/** Hooks for a first view: values of the core, and writes. Hooks that need the outbox are in `outbox.ts`. */

export const LocalContext = createContext<LocalApp | undefined>(undefined)

export function useLocal(): LocalApp {
  const local = useContext(LocalContext)
  if (!local) throw new Error('LocalProvider is missing above this component')
  return local
}

/** Runs work on the engine; undefined when the engine cannot be loaded or its storage fails. */
export function useAttempt() {
  const { load } = useLocal()
  return useCallback(
    <T>(during: string, work: (engine: Engine) => T | Promise<T>): Promise<T | undefined> =>
      load().then(work).catch(ignoreExpected(during, isPassing)),
    [load],
  )
}

const never = () => () => undefined

/** Whether the person has tapped or typed on this page; true in a browser that does not report it. */
const hasActed = () => navigator.userActivation?.hasBeenActive ?? true

/**
 * Returns a value from outside React. Each render reads the current value, so that a guard never sees an outdated login; a drawn
 * page is hydrated with `drawn`. React renders changes of `useSyncExternalStore` in one task, so it only compares here: all
 * components show one value. Before the person acts, a change renders the components in a transition, which a slow phone renders
 * in slices. Later the change may be the response to an action, and is rendered together with its other effects.
 */
function useOutside<T>(subscribe: Readable<T>['subscribe'], get: () => T, drawn: () => T): T {
  const hydrates = useRef(false)
  const value = useSyncExternalStore(
    never,
    () => (hydrates.current ? drawn : get)(),
    // React calls this function only to draw or hydrate a page.
    () => {
      hydrates.current = true
      return drawn()
    },
  )
  const [, show] = useState(value)
  useEffect(() => {
    hydrates.current = false
    const later = () => startTransition(() => show(get))
    later()
    return subscribe(() => (hasActed() ? show(get) : later()))
  }, [subscribe, get])
  return value
}

/** Returns a value of the core and follows its changes; during hydration of a drawn page, the first value. */
export function useReadable<T>(source: Readable<T>): T {
  return useOutside(source.subscribe, source.get, source.first)
}

const yes = () => true
const no = () => false

/** Returns false on the server and during hydration of a drawn page: until then a screen must draw the same on every phone. */
export function useHydrated(): boolean {
  return useOutside(never, yes, no)
}

/**
 * Returns a function that stores a write. `ok` means that it is stored on this phone; it is sent only when the outbox says
 * `done`. `base` is the state that the person saw, for versioned entities; `pictures` are stored photos that must be uploaded
 * first; `draft` is the draft of these words, which is deleted with the write.
 */
export function useCommand<K extends CommandKind>(
  kind: K,
): (
  payload: Payloads[K],
  more?: { base?: Base; pictures?: readonly string[]; draft?: HandedDraft },
) => Promise<PutResult> {
  const attempt = useAttempt()
  return useCallback(
    async (payload, { base, pictures, draft } = {}) => {
      const result = await attempt('put', (engine) => engine.put(kind, payload, base, pictures, draft))
      // Without the engine nothing was stored, so the result is not `ok`.
      return result ?? { ok: false, error: new AppError('storage_unavailable') }
    },
    [attempt, kind],
  )
}

/** Returns the heart of a car: the server's last response with this phone's unfinished wish on top. */
export function useFavourite(carId: string) {
  const { views, session } = useLocal()
  const attempt = useAttempt()
  const { favourites } = useReadable(views)
  const { account } = useReadable(session)
  const put = useCommand('fav.set')
  const keep = async (on: boolean) =>
    (await attempt('keep-heart', (engine) => engine.keepHeart(carId, on))) ?? false
  const wanted = favourites.wanted.get(carId)
  return {
    on: wanted ?? favourites.base.has(carId),
    /** Whether the person has tapped the heart and the server has not confirmed it yet. */
    waiting: wanted !== undefined,
    set: (want: boolean) => put({ carId, want: want ? 'yes' : 'no' }),
    /** Returns whether the person is a guest. Called on a tap, because a page just after hydration may not know it yet. */
    isGuest: () => !session.get().user,
    /** Stores a guest's heart on this phone alone; false when that failed. Undefined for a signed-in person. */
    keep: account === undefined ? keep : undefined,
  }
}

/** Returns the unfinished entries first, then the receipts of the last 7 days. */
export function useOutbox(): readonly OutboxEntry[] {
  return useReadable(useLocal().views).outbox
}

/** Returns the entries that are not done. */
export const filterWaiting = (outbox: readonly OutboxEntry[]): OutboxEntry[] =>
  outbox.filter((entry) => entry.state !== 'done')

export function useOutboxEntry(id: string | undefined): OutboxEntry | undefined {
  const outbox = useOutbox()
  return id === undefined ? undefined : outbox.find((entry) => entry.id === id)
}
