/** Door of the local-first core for screens: the only place where it knows React. */
export { LocalProvider } from './react/provider.tsx'
export { useFormDraft, type FormDraft } from './react/drafts.ts'
export { useConnection, useServerNow, useSession, useSignOfLife, type SessionView } from './react/presence.ts'
export type { Reading } from './react/reading.ts'
export {
  useBrands,
  useCar,
  useCities,
  useInquiries,
  useKeptCars,
  useListings,
  useProvinces,
  useSiteSettings,
} from './react/reads.ts'
export { useCommand, useFavourite, useOutbox, useOutboxEntry, type Favourite } from './react/writes.ts'
export { useEntity, useNotices, useOutboxActions, type Notices, type OutboxActions } from './react/outbox.ts'
export type { Connection } from './sync/reachability.ts'
export type { LocalApp } from './start/app.ts'
export type { Dispute, DisputedField, Resolution } from './outbox/seen/conflict.ts'
export type { OutboxEntry, PutResult, RemoveResult } from './outbox/seen/entry.ts'
