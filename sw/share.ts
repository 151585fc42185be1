import { ignoreExpected, named } from '#contract/values/expected.ts'
import { sharedPhotos, isPassing } from '#local/worker'

/**
 * Photos that another app shares with this one: the browser posts them as a form. They are laid down for the page to
 * fetch, with signal or without, and it takes them into a draft and away from here.
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
    // A form that was cut off is a TypeError.
    ignoreExpected('take-shared', isPassing, named('TypeError'))(error)
    // A phone without room: the form opens without them, and the photos are still where they came from. Some of them, or
    // those of another time, would be taken for all.
    await caches.delete(sharedPhotos).catch(ignoreExpected('clear-shared', isPassing))
    where += '?shared=none'
  }
  return Response.redirect(where, 303)
}
