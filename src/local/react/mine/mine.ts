/** What is one's own, for the door of screens: lists, pictures, drafts. */
export {
  useAdDraft,
  useAdDrafts,
  useUploading,
  useWholePicture,
  type AdDraft,
  type AdDraftView,
  type DraftPicture,
  type SavedState,
  type Uploading,
} from './ad-drafts.ts'
export { useSharedPhotos } from './handed-over.ts'
export { useSimilarPrices, type SimilarPrices } from './similar.ts'
export {
  adLane,
  profileLane,
  useInquiries,
  useKeepPhoto,
  useMyAd,
  useMyCars,
  useMyProfile,
  usePhotoThumb,
  useSubscriptionHistory,
  useTestDrives,
  type KeptPhoto,
  type MyPage,
  type PhotoResult,
} from './lists.ts'
export { useAdText, type AdTextListener, type WriteAdText } from './ad-text.ts'
