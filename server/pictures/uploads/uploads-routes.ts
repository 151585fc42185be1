import { fieldError, found } from '../../kernel/call.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '#contract/errors.ts'
import {
  chunkType,
  imageIdOf,
  imageIdPattern,
  isSha256,
  pictureWords,
  tusVersion,
  uploadLimits,
  uploadPath,
  type UploadReply,
  uploadsPath,
} from '#contract/sync/uploads.ts'
import { requiredActor } from '../../kernel/auth.ts'
import type { Deps } from '../../kernel/deps.ts'
import { limitOf } from '../../kernel/http/limits.ts'
import { startReaper } from './reaper.ts'
import { answerAs, openTus, type Tus } from './tus.ts'
import { uploadServiceOf, type UploadService } from './upload-service.ts'
import { findUpload, touchUpload, type UploadRow } from './uploads-store.ts'
import { needs } from '../../kernel/http/metrics.ts'
import { servePictures } from '../picture-files.ts'

/** Makes the readiness of the server depend on the picture store. */
function needStore(app: FastifyInstance, { store }: UploadService): void {
  needs(app, async () => {
    try {
      await store.check()
    } catch (error) {
      app.log.error(error, 'the picture store cannot be used')
      throw new AppError('unavailable', { msg: 'The picture store does not answer.' })
    }
  })
  app.addHook('onClose', async () => store.close())
}

/** Reads the headers that begin an upload: `Upload-Length` and `sha256` of `Upload-Metadata`. */
function readCreation(headers: FastifyRequest['headers']): { sha256: string; size: number } {
  const wrong = (msg: string) => fieldError('image', msg)
  if (headers['tus-resumable'] !== tusVersion) throw wrong(`Tus-Resumable must be ${tusVersion}.`)
  const length = String(headers['upload-length'] ?? '')
  if (!/^\d{1,15}$/.test(length)) throw wrong('Upload-Length is missing.')
  const size = Number(length)
  if (size === 0) throw wrong(pictureWords.empty)
  if (size > uploadLimits.bytes) throw new AppError('payload_too_large', { msg: pictureWords.bytes })
  const encoded = /(?:^|,)\s*sha256 ([\w+/=]+)/.exec(String(headers['upload-metadata'] ?? ''))?.[1] ?? ''
  const sha256 = Buffer.from(encoded, 'base64').toString('latin1').toLowerCase()
  if (!isSha256(sha256)) throw wrong('Upload-Metadata must name the sha256 of the picture.')
  return { sha256, size }
}

function begin(deps: Deps, uploads: UploadService, tus: Tus) {
  const { db } = deps

  /** Returns the upload of these bytes and its progress; undefined when it has to begin. */
  async function known(user: string, asked: { sha256: string; size: number }) {
    const row = await findUpload(db, user, imageIdOf(asked.sha256))
    if (row?.sha256 !== asked.sha256) return undefined
    if (row.state === 'done') {
      // These bytes have one size only, so a wrong size in the request does not reset a finished picture.
      return (await uploads.pictures.has(row.image_id)) ? { row, offset: asked.size } : undefined
    }
    if (row.size !== asked.size) return undefined
    const offset = await tus.offsetOf(row)
    // All bytes have arrived, but the sender did not get the response.
    if (offset === row.size) await uploads.finish(row)
    return offset === undefined ? undefined : { row, offset }
  }

  return async (request: FastifyRequest, reply: FastifyReply) => {
    const { user } = await requiredActor(request, deps)
    const asked = readCreation(request.headers)
    const id = imageIdOf(asked.sha256)
    if (!user) throw new AppError('unauthenticated')
    const at = await uploads.locks.run(id, async () => {
      const there = await known(user.id, asked)
      if (there) {
        await touchUpload(db, there.row, deps.now())
        return there.offset
      }
      const row = await uploads.begin(user.id, asked)
      await tus.handle(request, row)
      return 0
    })
    const complete = at === asked.size
    const body: UploadReply = {
      success: true,
      msg: complete ? 'This picture is here.' : 'Send the picture, please.',
      data: { id, offset: at, complete },
    }
    return reply
      .code(201)
      .header('tus-resumable', tusVersion)
      .header('location', uploadPath(id))
      .header('upload-offset', String(at))
      .header('cache-control', 'no-store')
      .send(body)
  }
}

function proceed(deps: Deps, uploads: UploadService, tus: Tus) {
  type Named = FastifyRequest<{ Params: { id: string } }>

  /** Returns the caller's own upload; another person's gives `not_found`. */
  async function mine(request: Named): Promise<UploadRow> {
    const { user } = await requiredActor(request, deps)
    const { id } = request.params
    const row = user && imageIdPattern.test(id) ? await findUpload(deps.db, user.id, id) : undefined
    return found(row, 'There is no such upload.')
  }
  const head = async (request: Named, reply: FastifyReply) => {
    const row = await mine(request)
    await touchUpload(deps.db, row, deps.now())
    if (row.state === 'open') return answerAs(reply, await tus.handle(request, row)).send()
    return reply
      .header('tus-resumable', tusVersion)
      .header('upload-offset', String(row.size))
      .header('upload-length', String(row.size))
      .header('cache-control', 'no-store')
      .send()
  }
  const patch = async (request: Named, reply: FastifyReply) => {
    const row = await mine(request)
    if (row.state === 'done') throw new AppError('key_in_progress', { msg: 'The upload is complete.' })
    const response = await tus.handle(request, row)
    if (response.headers.get('upload-offset') === String(row.size)) {
      await uploads.locks.run(row.image_id, () => uploads.finish(row))
    }
    return answerAs(reply, response).send()
  }
  return { head, patch }
}

/** Mounts `POST`, `HEAD`, `PATCH` and `OPTIONS` of uploads, the addresses of all pictures, and the reaper. */
export function mountUploads(app: FastifyInstance, deps: Deps): void {
  const uploads = uploadServiceOf(deps)
  const tus = openTus(uploads.parts, deps.db)
  const config = { rateLimit: limitOf({ id: 'uploads', write: true, auth: 'required' }, deps) }
  const { head, patch } = proceed(deps, uploads, tus)
  void app.register(async (scope) => {
    // The bytes are streamed to the disk and never held in memory.
    scope.addContentTypeParser(chunkType, (_request, payload, ready) => {
      ready(null, payload)
    })
    scope.post(uploadsPath, { config }, begin(deps, uploads, tus))
    scope.options(uploadsPath, async (_request, reply) => answerAs(reply, await tus.abilities()).send())
    scope.head(`${uploadsPath}/:id`, { config }, head)
    scope.patch(`${uploadsPath}/:id`, { config }, patch)
  })
  needStore(app, uploads)
  // `GET /media/img_…/640.avif` serves uploaded pictures. A demo also serves drawn ones.
  deps.drawn?.mount(app)
  servePictures(app, '/media/:key(^img_[0-9a-f]{32}$)/:file', uploads.pictures)
  startReaper(app, deps, uploads)
}
