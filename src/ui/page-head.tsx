import { createContext, useContext, useEffect } from 'react'

export interface HeadData {
  /** Title without the product's name, which is added. */
  title: string
  description?: string
  /** Canonical path and query of the page for search engines. */
  canonical?: string
  /** Whether search engines must not list the page: private pages, pages that do not exist. */
  noIndex?: boolean
}
/** Receives the page's head data: a browser writes it to the document, a server records it. */
export type HeadSink = (head: HeadData) => void

interface HeadActions {
  /** Called during the render, for a server. */
  collect?: HeadSink
  /** Called after the render, for a browser. */
  apply: HeadSink
}
/** Provides the sinks of the page head. */
export const HeadContext = createContext<HeadActions>({ apply: () => {} })

/** Sets the title and description of the current page. The innermost `PageHead` wins. */
export function PageHead({ title, description, canonical, noIndex }: HeadData) {
  const { collect, apply } = useContext(HeadContext)
  // JSON leaves out undefined values.
  const key = JSON.stringify({ title, description, canonical, noIndex } satisfies HeadData)
  collect?.(JSON.parse(key) as HeadData)
  useEffect(() => {
    apply(JSON.parse(key) as HeadData)
  }, [apply, key])
  return null
}
