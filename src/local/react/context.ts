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

/** What a first view needs of the core: its values, followed, and its writes. What only the outbox needs comes with `outbox.ts`. */

export const LocalContext = createContext<LocalApp | undefined>(undefined)

export function useLocal(): LocalApp {
  const local = useContext(LocalContext)
  if (!local) throw new Error('LocalProvider is missing above this component')
  return local
}

/** Has the store half do something. Undefined where it cannot be had or does not answer: the next occasion tries again. */
export function useAttempt() {
  const { load } = useLocal()
  return useCallback(
    <T>(during: string, work: (engine: Engine) => T | Promise<T>): Promise<T | undefined> =>
      load().then(work).catch(ignoreExpected(during, isPassing)),
    [load],
  )
}

const never = () => () => undefined

/** Whether the person has tapped or typed on this page; true where a browser does not say. */
const hasActed = () => navigator.userActivation?.hasBeenActive ?? true

/**
 * A value from outside React. Each render reads it as it is, so a guard never meets the login of before; a drawn page is
 * hydrated with `drawn`. What React itself subscribes to is rendered in one task, so `useSyncExternalStore` only compares:
 * all parts show one value. Until the person acts, a change wakes its parts in a transition, which a slow phone renders in
 * slices. After that a change may be the answer, and is rendered together with what else the answer changes.
 */
function useOutside<T>(subscribe: Readable<T>['subscribe'], get: () => T, drawn: () => T): T {
  const hydrates = useRef(false)
  const value = useSyncExternalStore(
    never,
    () => (hydrates.current ? drawn : get)(),
    // Called only where a drawing is made or hydrated.
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

/** A value of the core, followed; while a drawn page is hydrated, the one the core began with. */
export function useReadable<T>(source: Readable<T>): T {
  return useOutside(source.subscribe, source.get, source.first)
}

const yes = () => true
const no = () => false

/** False on the server and while a drawn page is hydrated: until then a screen draws what any phone would. */
export function useHydrated(): boolean {
  return useOutside(never, yes, no)
}

/**
 * `ok` means it is safe on this phone; it is sent only when the outbox says `done`. `base` is what the person saw when
 * they decided, for what has versions; `pictures` are stored photos that must be there first; `draft` is that of these
 * words, and goes with them.
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
      // The store's own code could not be loaded: nothing was saved, and nothing is claimed.
      return result ?? { ok: false, error: new AppError('storage_unavailable') }
    },
    [attempt, kind],
  )
}

/** The heart: the server's last answer with this phone's unfinished wish on top. */
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
    /** Tapped, but the server has not confirmed it yet. */
    waiting: wanted !== undefined,
    set: (want: boolean) => put({ carId, want: want ? 'yes' : 'no' }),
    /** Asked when it is pressed: a page that was just hydrated may not show yet who is signed in. */
    isGuest: () => !session.get().user,
    /** For a guest: keeps the heart on this phone alone; false when that was not possible. Undefined for everybody else. */
    keep: account === undefined ? keep : undefined,
  }
}

/** Unfinished first, then the receipts of the last 7 days. */
export function useOutbox(): readonly OutboxEntry[] {
  return useReadable(useLocal().views).outbox
}

/** Items that are not done. */
export const filterWaiting = (outbox: readonly OutboxEntry[]): OutboxEntry[] =>
  outbox.filter((entry) => entry.state !== 'done')

export function useOutboxEntry(id: string | undefined): OutboxEntry | undefined {
  const outbox = useOutbox()
  return id === undefined ? undefined : outbox.find((entry) => entry.id === id)
}
