import { useCallback, useState } from 'react'
import { addSearch, dropSearches, readSearches } from '../session/searches.ts'
import { useLocal } from './context.ts'

export interface LastSearches {
  /** Newest first. */
  texts: readonly string[]
  remember: (text: string) => void
  /** On demand: nothing of them stays on this phone. */
  clear: () => void
}

/** What was searched for last on this phone; never sent anywhere. */
export function useLastSearches(): LastSearches {
  const { env } = useLocal()
  const [texts, setTexts] = useState<readonly string[]>(() => readSearches(env.localStorage))
  const remember = useCallback((text: string) => setTexts(addSearch(env.localStorage, text)), [env])
  const clear = useCallback(() => {
    dropSearches(env.localStorage)
    setTexts([])
  }, [env])
  return { texts, remember, clear }
}
