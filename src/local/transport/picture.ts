import { refusedBy, timedRequest, type HttpClient, type Refused, unknownOutcome } from './http-client.ts'

export type { HttpClient }

export interface PictureBytes {
  body: ArrayBuffer
  type: string
}
/**
 * Result of a picture request. A refusal with a status means that the picture does not exist; with status 0 nothing is known, and
 * the request may be repeated.
 */
export type PictureAnswer = { ok: true; picture: PictureBytes } | Refused

async function read(response: Response): Promise<PictureAnswer> {
  const { status, headers, redirected } = response
  if (status === 404 || status === 410) return refusedBy(response)
  const type = headers.get('content-type') ?? ''
  // The worker's cached copy may be the same picture in another width. A captive portal responds 200 with a page.
  if (redirected || status !== 200 || headers.has('x-kept-at') || !type.startsWith('image/'))
    return unknownOutcome('not_our_server')
  return { ok: true, picture: { body: await response.arrayBuffer(), type } }
}

/**
 * Requests a picture to store it. `no-store` tells the worker not to cache another copy. The response says nothing about our
 * server, because another host may deliver pictures. The time limits are long: pictures are large, and no person waits for these.
 */
export const fetchPicture = (
  { observe: _observe, ...http }: HttpClient,
  path: string,
): Promise<PictureAnswer> => timedRequest(http, path, { method: 'GET' }, { limits: [20_000, 60_000], read })
