import type { ComponentType } from 'react'

/** One part of the admin area: /admin/{name}. */
export interface Section {
  name: string
  title: string
  /** Made by `lazy`: only its visitors load it. */
  Screen: ComponentType
}

/** In the order of the menu. */
export const sections: readonly Section[] = []
