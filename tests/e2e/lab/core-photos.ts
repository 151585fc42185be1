import type { Fields } from '#contract/commands.ts'
import type { OwnStore } from '../../../src/local/outbox/command.ts'
import { enqueue, type Wish } from '../../../src/local/outbox/enqueue.ts'
import { savePhoto } from '../../../src/local/upload/save-photo.ts'
import { createShrink, imageToolsOf } from '../../../src/local/upload/shrink.ts'

export interface PhotoAd {
  adId: string
  ad: Fields
  /** Photo in base64. */
  photo: string
}

/** Queues ads with a photo in the outbox; the engine of the page sends them. */
export function createPhotoAds(o: {
  apart: <R>(work: (store: OwnStore) => Promise<R>) => Promise<R>
  kick: () => void
}) {
  const imageTools = imageToolsOf()
  return async ({ adId, ad, photo }: PhotoAd): Promise<string> => {
    if (!imageTools) throw new Error('This browser cannot read pictures.')
    const shrink = createShrink(imageTools)
    const file = new File([Uint8Array.from(atob(photo), (c) => c.charCodeAt(0))], 'car.jpg')
    const id = await o.apart(async (store) => {
      const kept = await savePhoto({ owner: adId, name: file.name, file }, { store, shrink })
      if (!kept.ok) throw new Error(kept.error.code)
      const payload = { adId, title: String(ad['title']), ad, imageIds: [kept.imageId] }
      const wish: Wish = { id: adId, kind: 'ad.create', payload, now: Date.now(), appVersion: 'lab' }
      return enqueue(store, { ...wish, blobIds: [kept.id] })
    })
    o.kick()
    return id
  }
}
