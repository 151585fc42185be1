/** Door of the local-first core for screens: the only place where it knows React. */
export { LocalProvider, type LocalApp, type Queries } from './react/provider.tsx'
export { useHydrated } from './react/context.ts'
export { drawFrom } from './react/draw-from.ts'
export {
  useCall,
  useFileCalls,
  type Call,
  type CallResult,
  type FileCalls,
  type FileResult,
} from './react/calls.ts'
export { useFormDraft, type FormDraft } from './react/drafts.ts'
export {
  comparable,
  mostCompared,
  useClearViewed,
  useCompared,
  useComparing,
  type Compared,
  type Comparing,
} from './react/personal.ts'
export * from './react/mine/mine.ts'
export {
  useConnection,
  useKnowsTime,
  useOrigin,
  useServerNow,
  useSession,
  useSignOfLife,
  type Connection,
  type SessionView,
} from './react/presence.ts'
export {
  chatDraft,
  useChatActions,
  type ChatActions,
  type ChooseResult,
  type ChosenPicture,
} from './react/chat-actions.ts'
export {
  useChats,
  useConversation,
  type ChatList,
  type ChatPerson,
  type ChatSummary,
  type Conversation,
  type MessageState,
  type ShownMessage,
} from './react/chat.ts'
export { isPassing } from './database/failures.ts'
export { useMarket, type MarketStatus, type MarketView, type Scope } from './react/market.ts'
export {
  useBrands,
  useCar,
  useCities,
  useKeptCars,
  useListings,
  useProvinces,
  useSiteSettings,
  type Reading,
} from './react/reads.ts'
export { useCarryOn, useLastSearches, type CarryOn, type LastSearches } from './react/searches.ts'
export {
  useMarketWindow,
  useOfflineProgress,
  useStorage,
  type Clearable,
  type MarketWindow,
  type PinHalt,
  type PinsView,
  type StorageReport,
  type StorageView,
} from './react/storage.ts'
export { useCommand, useFavourite, useOutbox, useOutboxEntry, type Favourite } from './react/writes.ts'
export {
  useEntities,
  useEntity,
  useNotices,
  useOutboxActions,
  type Dispute,
  type DisputedField,
  type Notices,
  type OutboxActions,
  type OutboxEntry,
  type PutResult,
  type RemoveResult,
  type Resolution,
} from './react/outbox.ts'
