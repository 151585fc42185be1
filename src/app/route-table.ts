import type { ComponentType } from 'react'

/** A screen reads its address from the router; `given` is data to start from, and the app gives none yet. */
export type Screen = ComponentType<{ given?: undefined }>

/** One address of the app. The same table serves the browser and, later, the first view made on the server. */
export interface AppRoute {
  /** Pattern with `:name` for a part. Matches exactly, except for `/thankyou`. */
  path: string
  /** Head title until the screen knows better. */
  title: string
  /** Head description until the screen knows better. */
  description?: string
  /** Kept out of search engines. */
  noIndex?: boolean
  /** Also matches longer addresses below it. */
  loose?: boolean
  /** The skeleton to show while the screen's code is on its way. */
  waiting?: 'grid' | 'page'
  /** Starts at the edge of a phone and brings its own bar there, so the shell's two stay away. */
  ownBar?: boolean
  load: () => Promise<Screen>
}
