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
import type { Readable } from '../platform/cell.ts'

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
