import type { FastifyInstance } from 'fastify'
import { AppError } from '#contract/errors.ts'
import type { Deps } from '../../kernel/deps.ts'
import { needs } from '../../kernel/http/metrics.ts'
import { asPicture } from '../../kernel/http/security.ts'
import { fileOf } from '../picture-files.ts'
import type { UploadService } from './upload-service.ts'

const forever = 'public, max-age=31536000, immutable'

/** The server gets calls only while pictures can be kept. */
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

/** `GET /media/img_…/640.avif`: pictures people uploaded, beside the drawn ones where there are any. */
export function mountPhotos(app: FastifyInstance, deps: Deps, uploads: UploadService): void {
  needStore(app, uploads)
  deps.drawn?.mount(app)
  app.get<{ Params: { key: string; file: string } }>(
    '/media/:key(^img_[0-9a-f]{32}$)/:file',
    async (request, reply) => {
      const { key, file } = request.params
      const variant = fileOf(file)
      if (!variant) throw new AppError('not_found')
      const bytes = await uploads.pictures.get({ key, ...variant })
      if (!bytes) throw new AppError('not_found')
      asPicture(reply)
      // A name that is made of the bytes needs no look at them.
      const tag = `"${key}-${file}"`
      void reply.header('etag', tag).header('cache-control', forever)
      const knownTag = request.headers['if-none-match']
      if (knownTag?.split(',').some((t) => t.trim().replace(/^W\//, '') === tag))
        return reply.code(304).send()
      return reply.type(`image/${variant.format}`).send(bytes)
    },
  )
}
