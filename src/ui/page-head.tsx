import { createContext, useContext, useEffect } from 'react'

export interface HeadData {
  /** Without the product's name, which is added. */
  title: string
  description?: string
  /** Path and query that stand for this page in search engines. */
  canonical?: string
  /** Not for search engines: private pages, pages that do not exist. */
  noIndex?: boolean
}
/** Receives the page's head data: the document in a browser, a record on a server. */
export type HeadSink = (head: HeadData) => void

interface HeadActions {
  /** Called while rendering, for a server. */
  collect?: HeadSink
  /** Called after rendering, for a browser. */
  apply: HeadSink
}
/** Says where the page head goes. */
export const HeadContext = createContext<HeadActions>({ apply: () => {} })

/** Title and description of the page a screen shows. The innermost on a page wins. */
export function PageHead({ title, description, canonical, noIndex }: HeadData) {
  const { collect, apply } = useContext(HeadContext)
  // What is undefined is left out.
  const key = JSON.stringify({ title, description, canonical, noIndex } satisfies HeadData)
  collect?.(JSON.parse(key) as HeadData)
  useEffect(() => {
    apply(JSON.parse(key) as HeadData)
  }, [apply, key])
  return null
}
