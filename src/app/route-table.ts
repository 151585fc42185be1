import type { ComponentType } from 'react'
import type { PageRow } from '#contract/pages.ts'

/** A screen reads its address from the router; `given` is data to start from, and the app gives none yet. */
export type Screen = ComponentType<{ given?: undefined }>

/** One page of the app with its screen, in the browser and as the server draws it. */
export interface AppRoute extends PageRow {
  /** The skeleton to show while the screen's code is on its way. */
  waiting?: 'grid' | 'page'
  /** Starts at the edge of a phone and brings its own bar there, so the shell's two stay away. */
  ownBar?: boolean
  load: () => Promise<Screen>
}
