import { type ComponentType, lazy } from 'react'

/** One part of the admin area: /admin/{name}. */
export interface Section {
  /** Empty for the first page. */
  name: string
  title: string
  /** Made by `lazy`: only its visitors load it. */
  Screen: ComponentType
}

/** In the order of the menu. */
export const sections: readonly Section[] = [
  {
    name: 'dealers',
    title: 'Dealers',
    Screen: lazy(async () => ({ default: (await import('./dealers/admin-dealers.tsx')).AdminDealers })),
  },
  {
    name: 'messages',
    title: 'Messages',
    Screen: lazy(async () => ({ default: (await import('./messages/admin-messages.tsx')).AdminMessages })),
  },
  {
    name: 'second-factor',
    title: 'Your second factor',
    Screen: lazy(async () => ({ default: (await import('./second-factor/own-factor.tsx')).OwnFactor })),
  },
]
