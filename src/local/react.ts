/** Door of the local-first core for screens: the only place where it knows React. */
export { LocalProvider, type LocalApp, type Queries } from './react/provider.tsx'
export { useHydrated } from './react/context.ts'
export { drawFrom } from './react/draw-from.ts'
export {
  useCall,
  useServerQuery,
  type ServerQuery,
  useFileCalls,
  type ContractCall,
  type CallResult,
  type FileCalls,
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
export {
  useAdDraft,
  useAdDrafts,
  useNewDraftId,
  type AdDraft,
  type AdDraftView,
  type DraftPicture,
  type SavedState,
} from './react/mine/ad-drafts.ts'
export { useUploading, useWholePicture, type Uploading } from './react/mine/ad-pictures.ts'
export { useCarTypes } from './react/mine/car-types.ts'
export { useCatalogueCounts, type CatalogueCount } from './react/mine/catalogue-counts.ts'
export { useUnreadChats } from './react/mine/chats.ts'
export { useBlog, useBlogs, useVideos } from './react/mine/blogs.ts'
export {
  useActiveUsers,
  useDealer,
  useDealerCount,
  useDealers,
  useFeaturedDealers,
} from './react/mine/dealers.ts'
export { useSharedPhotos } from './react/mine/handed-over.ts'
export { useSimilarPrices, type SimilarPrices } from './react/mine/similar.ts'
export {
  useDrivesOnMyCars,
  useInquiries,
  useSavePhoto,
  useMyAd,
  useMyCars,
  useMyProfile,
  usePhotoThumb,
  useTestDrives,
  type PreparedPhoto,
  type MyPage,
  type PhotoResult,
} from './react/mine/lists.ts'
export { useOwnOrder, useOwnOrders, usePlans, type OwnOrder } from './react/mine/plans.ts'
export { useAlerts, type Alerts, type ShownAlert } from './react/mine/alerts.ts'
export { useAdText } from './react/mine/ad-text.ts'
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
export { useReplica, type ReplicaStatus, type ReplicaView, type Scope } from './react/replica.ts'
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
export { useCarryOn, useLastSearches, type CarryOn, type LastSearches } from './react/searches.ts'
export {
  useReplicaWindow,
  useOfflineProgress,
  useStorage,
  type Clearable,
  type ReplicaWindow,
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
  useOutboxRead,
  type Dispute,
  type DisputedField,
  type Notices,
  type OutboxActions,
  type OutboxEntry,
  type PutResult,
  type RemoveResult,
  type Resolution,
} from './react/outbox.ts'
