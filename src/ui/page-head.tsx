import { createContext, type ReactNode, useContext, useEffect } from 'react'

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
const HeadContext = createContext<HeadActions>({ apply: () => {} })

/** Says where the page head goes. */
export function HeadProvider({ actions, children }: { actions: HeadActions; children: ReactNode }) {
  return <HeadContext value={actions}>{children}</HeadContext>
}

/** Title and description of the page a screen shows. The innermost on a page wins. */
export function PageHead({ title, description, canonical, noIndex }: HeadData) {
  const { collect, apply } = useContext(HeadContext)
  const head: HeadData = {
    title,
    ...(description === undefined ? {} : { description }),
    ...(canonical === undefined ? {} : { canonical }),
    ...(noIndex === undefined ? {} : { noIndex }),
  }
  collect?.(head)
  const key = JSON.stringify(head)
  useEffect(() => {
    apply(JSON.parse(key) as HeadData)
  }, [apply, key])
  return null
}
