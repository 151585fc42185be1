import { refusedBy, timedRequest, type HttpClient, type Refused, unknownOutcome } from './http-client.ts'

export type { HttpClient }

export interface PictureBytes {
  body: ArrayBuffer
  type: string
}
/** Refused with a status: there is no such picture. Without one nothing is known, and it may be requested again. */
export type PictureAnswer = { ok: true; picture: PictureBytes } | Refused

async function read(response: Response): Promise<PictureAnswer> {
  const { status, headers, redirected } = response
  if (status === 404 || status === 410) return refusedBy(response)
  const type = headers.get('content-type') ?? ''
  // What the worker has kept may be the same picture in another width. A portal answers 200 with a page.
  if (redirected || status !== 200 || headers.has('x-kept-at') || !type.startsWith('image/'))
    return unknownOutcome('not_our_server')
  return { ok: true, picture: { body: await response.arrayBuffer(), type } }
}

/**
 * Fetches a picture to keep it. `no-store` is the worker's sign not to keep one more copy. What comes says nothing
 * about our server: another house may deliver pictures. They are large, and nobody looks at these yet.
 */
export const fetchPicture = (
  { observe: _observe, ...http }: HttpClient,
  path: string,
): Promise<PictureAnswer> => timedRequest(http, path, { method: 'GET' }, { limits: [20_000, 60_000], read })
