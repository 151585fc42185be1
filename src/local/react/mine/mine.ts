/** What is one's own, for the door of screens: lists, pictures, drafts. */
export {
  useAdDraft,
  useAdDrafts,
  type AdDraft,
  type AdDraftView,
  type DraftPicture,
  type SavedState,
} from './ad-drafts.ts'
export { useUploading, useWholePicture, type Uploading } from './ad-pictures.ts'
export { useCarTypes } from './car-types.ts'
export { useCatalogueCounts, type CatalogueCount } from './catalogue-counts.ts'
export { useUnreadChats } from './chats.ts'
export { useBlog, useBlogs, useVideos, type BlogPage } from './blogs.ts'
export { useDealer, useDealers, useFeaturedDealers, type DealerPage } from './dealers.ts'
export { useSharedPhotos } from './handed-over.ts'
export { useSimilarPrices, type SimilarPrices } from './similar.ts'
export {
  adLane,
  profileLane,
  useDrivesOnMyCars,
  useInquiries,
  useKeepPhoto,
  useMyAd,
  useMyCars,
  useMyProfile,
  usePhotoThumb,
  useTestDrives,
  type KeptPhoto,
  type MyPage,
  type PhotoResult,
} from './lists.ts'
export { useActiveUsers, useDealerCount } from './counts.ts'
export { useOwnOrder, useOwnOrders, usePlans, type OwnOrder, type OwnOrders } from './plans.ts'
export { useAdText, type AdTextListener, type WriteAdText } from './ad-text.ts'
