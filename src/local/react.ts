/** Entry point of the local-first core for screens; only this part depends on React. */
export { LocalProvider, type LocalApp, type Queries } from './react/provider.tsx'
export {
  filterWaiting,
  useCommand,
  useFavourite,
  useHydrated,
  useOutbox,
  useOutboxEntry,
} from './react/context.ts'
export { isPassing } from './database/failures.ts'
export * from './react/draw-from.ts'
export * from './react/calls.ts'
export * from './react/drafts.ts'
export * from './react/personal.ts'
export {
  useAdDraft,
  useAdDrafts,
  useNewDraftId,
  type AdDraft,
  type AdDraftView,
  type DraftPicture,
  type SavedState,
} from './react/mine/ad-drafts.ts'
export * from './react/mine/ad-pictures.ts'
export * from './react/mine/car-types.ts'
export * from './react/mine/catalogue-counts.ts'
export * from './react/mine/chats.ts'
export * from './react/mine/blogs.ts'
export * from './react/mine/dealers.ts'
export * from './react/mine/deletion.ts'
export * from './react/mine/handed-over.ts'
export * from './react/mine/similar.ts'
export * from './react/mine/lists.ts'
export * from './react/mine/plans.ts'
export * from './react/mine/alerts.ts'
export * from './react/mine/ad-text.ts'
export * from './react/presence.ts'
export * from './react/chat-actions.ts'
export * from './react/chat.ts'
export * from './react/replica.ts'
export {
  useBrands,
  useCar,
  useCities,
  useCachedCars,
  useCardPictures,
  useListings,
  useProvinces,
  useSiteSettings,
  type ReadResult,
} from './react/reads.ts'
export * from './react/searches.ts'
export * from './react/storage.ts'
export * from './react/outbox.ts'
