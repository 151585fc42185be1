import { ignoreExpected, named } from '#contract/values/expected.ts'
import { sharedPhotos, isPassing } from '#local/worker'

/**
 * Path to which the browser posts the photos that another app shares with this one. They are stored for the page, with signal
 * or without, and the page moves them into a draft.
 */
export const sharePath = '/post/ad/shared'

export async function takeShared(request: Request, caches: CacheStorage): Promise<Response> {
  let where = '/post/ad'
  try {
    const files = (await request.formData()).getAll('photos').filter((part) => typeof part !== 'string')
    await caches.delete(sharedPhotos)
    const cache = await caches.open(sharedPhotos)
    for (const [at, file] of files.entries()) {
      const headers = { 'content-type': file.type, 'x-name': encodeURIComponent(file.name) }
      await cache.put(`/handed-over/${at}`, new Response(file, { headers }))
    }
    if (files.length > 0) where += '?shared=1'
  } catch (error) {
    // A form that was cut off throws a TypeError.
    ignoreExpected('take-shared', isPassing, named('TypeError'))(error)
    // The phone is full: the form opens without the photos, which are still in the other app. A part of them, or those of an
    // earlier share, would be taken for all.
    await caches.delete(sharedPhotos).catch(ignoreExpected('clear-shared', isPassing))
    where += '?shared=none'
  }
  return Response.redirect(where, 303)
}
