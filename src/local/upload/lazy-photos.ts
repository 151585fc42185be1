import { missingFile } from '#contract/values/expected.ts'
import type { Photos } from './save-photo.ts'
import type { createPhotos } from './picked-photos.ts'

/** Loads what keeps picked pictures when it is needed first. `chosen` is called after one was chosen. */
export function createLazyPhotos(chosen: () => void, ...ports: Parameters<typeof createPhotos>): Photos {
  let opened: Photos | undefined
  async function photos() {
    const loaded = await import('./picked-photos.ts').catch(missingFile)
    return (opened ??= loaded.createPhotos(...ports))
  }
  return {
    keep: async (photo) => (await photos()).keep(photo),
    async choose(lane, photo) {
      const result = await (await photos()).choose(lane, photo)
      if (result.ok) chosen()
      return result
    },
    chosen: async (lane) => (await photos()).chosen(lane),
    unchoose: async (lane, imageId) => (await photos()).unchoose(lane, imageId),
    thumb: async (id) => (await photos()).thumb(id),
  }
}
