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
    name: '',
    title: 'Overview',
    Screen: lazy(async () => ({ default: (await import('./overview.tsx')).Overview })),
  },
  {
    name: 'orders',
    title: 'Orders',
    Screen: lazy(async () => ({ default: (await import('./orders/admin-orders.tsx')).AdminOrders })),
  },
  {
    name: 'reports',
    title: 'Reports',
    Screen: lazy(async () => ({ default: (await import('./reports/admin-reports.tsx')).AdminReports })),
  },
  {
    name: 'ads',
    title: 'Ads',
    Screen: lazy(async () => ({ default: (await import('./ads/admin-ads.tsx')).AdminAds })),
  },
  {
    name: 'articles',
    title: 'Articles',
    Screen: lazy(async () => ({ default: (await import('./articles/admin-articles.tsx')).AdminArticles })),
  },
  {
    name: 'videos',
    title: 'Videos',
    Screen: lazy(async () => ({ default: (await import('./articles/admin-videos.tsx')).AdminVideos })),
  },
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
    name: 'people',
    title: 'People',
    Screen: lazy(async () => ({ default: (await import('./people/admin-people.tsx')).AdminPeople })),
  },
  {
    name: 'plans',
    title: 'Plans',
    Screen: lazy(async () => ({ default: (await import('./plans/admin-plans.tsx')).AdminPlans })),
  },
  {
    name: 'audit',
    title: 'Audit log',
    Screen: lazy(async () => ({ default: (await import('./audit-log.tsx')).AuditLog })),
  },
  {
    name: 'second-factor',
    title: 'Your second factor',
    Screen: lazy(async () => ({ default: (await import('./second-factor/own-factor.tsx')).OwnFactor })),
  },
]
