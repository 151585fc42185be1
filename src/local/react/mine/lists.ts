import { ignoreExpected } from '#contract/values/expected.ts'
import { isPassing } from '../../database/failures.ts'
import { useCallback } from 'react'
import { adRoutes, type OwnCar } from '#contract/ads.ts'
import { AppError } from '#contract/errors.ts'
import { enquiryRoutes, type Enquiry } from '#contract/forms/enquiries.ts'
import { testDriveRoutes, type TestDriveRow } from '#contract/forms/test-drives.ts'
import { pageSizes } from '#contract/limits.ts'
import { carLane, profileLane } from '#contract/sync/lanes.ts'
import { profileRoutes, type Profile } from '#contract/users/profile.ts'
import { blobIdOf } from '../../upload/blob-rows.ts'
import { useLocal } from '../context.ts'
import { useObjectUrl } from '../object-urls.ts'
import type { ReadResult } from '../read-result.ts'
import { useMine } from './use-mine.ts'

/** Hooks for data that only the signed-in person may see; no first view needs them. */

/** One page of a list, and the number of all its entries. */
export interface MyPage<T> {
  data: T[]
  totalCount: number
}

/** Claims of a token that may have changed since it was issued. */
const claims = ['fullname', 'avatarurl', 'is_subscriber'] as const

/** Returns the person's own account as the server has it; waiting edits are in `useEntity`. */
export function useMyProfile(): ReadResult<Profile> {
  const { session, renew } = useLocal()
  return useMine('profile', async (get) => {
    const { data, as_of: at } = await get(profileRoutes.getUserProfileData)
    const { user, token } = session.get()
    // Menus and screens use the claims of the token, so the token is renewed when they are outdated (R-ROLE-18).
    if (token !== undefined && user?.id === data.id && claims.some((name) => user[name] !== data[name]))
      void renew(token)
    return {
      value: data,
      at,
      versions: [{ k: profileLane(data.id), version: data.version, fields: data.fields }],
    }
  })
}

/** Returns the person's own ads of any status, newest first; with a search, those with words that begin with its words. */
export function useMyCars(page: number, search = ''): ReadResult<MyPage<OwnCar>> {
  return useMine(search === '' ? `cars:${page}` : `cars:${page}:${search}`, async (get) => {
    const body = { page, limit: pageSizes.ownCars, ...(search !== '' && { search }) }
    const { data, totalCount, as_of: at } = await get(adRoutes.myCarList, { body })
    const versions = data.map(({ _id, version, fields }) => ({ k: carLane(_id), version, fields }))
    return { value: { data, totalCount }, at, versions }
  })
}
/** Returns one of the person's own ads; `ad` is undefined when it is not among them. */
export function useMyAd(adId: string): ReadResult<{ ad: OwnCar | undefined }> {
  return useMine(`car:${adId}`, async (get) => {
    const { data, as_of: at } = await get(adRoutes.myCarList, { body: { id: adId, page: 1, limit: 1 } })
    const ad = data.find(({ _id }) => _id === adId)
    const versions = ad ? [{ k: carLane(adId), version: ad.version, fields: ad.fields }] : []
    return { value: { ad }, at, versions }
  })
}

/** Returns enquiries about the person's cars; the server refuses the request without a running subscription. */
export const useInquiries = (page: number): ReadResult<MyPage<Enquiry>> =>
  useMine(`inquiries:${page}`, async (get) => {
    const body = { page, limit: pageSizes.inquiries }
    return { value: await get(enquiryRoutes.myCarsEnquiryList, { body }) }
  })

export const useTestDrives = (page: number): ReadResult<MyPage<TestDriveRow>> =>
  useMine(`test-drives:${page}`, async (get) => {
    const body = { page, limit: pageSizes.testDrives }
    return { value: await get(testDriveRoutes.getTestDriveList, { body }) }
  })

/** Returns requests for test drives of the person's cars, and how many of all wait for an answer. */
export const useDrivesOnMyCars = (page: number): ReadResult<MyPage<TestDriveRow> & { waiting: number }> =>
  useMine(`drives-on-my-cars:${page}`, async (get) => {
    const body = { page, limit: pageSizes.testDrives }
    return { value: await get(testDriveRoutes.myCarsTestDriveList, { body }) }
  })

/** A picture that waits on this phone. */
export interface PreparedPhoto {
  id: string
  /** Name of the picture on the server. */
  imageId: string
}
type PhotoResult = { ok: true; photo: PreparedPhoto } | { ok: false; error: AppError }

/** Returns a function that reduces a picked picture and stores it on this phone, for a write that will name it. */
export function useSavePhoto(owner: string) {
  const { load } = useLocal()
  return useCallback(
    async (file: Blob, name: string): Promise<PhotoResult> => {
      try {
        const saved = await (await (await load()).photos()).keep({ owner, name, file })
        if (saved.ok) return { ok: true, photo: { id: saved.id, imageId: saved.imageId } }
        return { ok: false, error: new AppError(saved.error.code, { msg: saved.error.msg }) }
      } catch (error) {
        ignoreExpected('keep-photo', isPassing)(error)
        return { ok: false, error: new AppError('storage_unavailable') }
      }
    },
    [load, owner],
  )
}

/** Returns the object URL of the thumbnail of a waiting picture. */
export function usePhotoThumb(owner: string, imageId: string | undefined): string | undefined {
  const { load } = useLocal()
  const read = useCallback(async (id: string) => (await (await load()).photos()).thumb(id), [load])
  return useObjectUrl(imageId ? blobIdOf(owner, imageId) : undefined, read)
}
