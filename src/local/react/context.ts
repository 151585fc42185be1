import { createContext, useContext, useSyncExternalStore } from 'react'
import type { LocalApp } from '../bootstrap/app.ts'
import type { Readable } from '../platform/cell.ts'

export const LocalContext = createContext<LocalApp | undefined>(undefined)

export function useLocal(): LocalApp {
  const local = useContext(LocalContext)
  if (!local) throw new Error('LocalProvider is missing above this component')
  return local
}

/** A value of the core, followed; while a drawn page is hydrated, the one the core began with. */
export function useReadable<T>(source: Readable<T>): T {
  return useSyncExternalStore(source.subscribe, source.get, source.first)
}

const never = () => () => undefined

/** False on the server and while a drawn page is hydrated: until then a screen draws what any phone would. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}
