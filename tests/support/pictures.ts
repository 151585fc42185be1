import { createHash } from 'node:crypto'
import { chunkType, imageIdOf, uploadPath, type UploadReply, uploadsPath } from '#contract/sync/uploads.ts'
import type { TestServer } from './api.ts'

/** Returns the id of the picture with these bytes. */
export const idOf = (bytes: Buffer): string => imageIdOf(createHash('sha256').update(bytes).digest('hex'))

/** Uploads a picture in one piece and returns the last response. */
export async function sendPicture(server: Pick<TestServer, 'app'>, token: string, bytes: Buffer) {
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const auth = { authorization: `Bearer ${token}`, 'tus-resumable': '1.0.0' }
  const named = `sha256 ${Buffer.from(sha256).toString('base64')}`
  const begun = await server.app.inject({
    method: 'POST',
    url: uploadsPath,
    headers: { ...auth, 'upload-length': String(bytes.length), 'upload-metadata': named },
  })
  if (begun.statusCode !== 201 || begun.json<UploadReply>().data.complete) return begun
  return server.app.inject({
    method: 'PATCH',
    url: uploadPath(idOf(bytes)),
    headers: { ...auth, 'upload-offset': '0', 'content-type': chunkType },
    payload: bytes,
  })
}

/** Uploads a picture and returns its id; throws when it is refused. */
export async function keepPicture(server: Pick<TestServer, 'app'>, token: string, bytes: Buffer) {
  const sent = await sendPicture(server, token, bytes)
  if (![201, 204].includes(sent.statusCode)) throw new Error(`The picture was refused: ${sent.body}`)
  return idOf(bytes)
}
