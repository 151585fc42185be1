import type { FastifyInstance } from 'fastify'
import { AppError } from '#contract/errors.ts'
import { asResource } from '../kernel/http/security.ts'
import { fileOf } from '../pictures/picture-shop.ts'
import type { PhotoShop } from './photo-shop.ts'

const forever = 'public, max-age=31536000, immutable'

/** `GET /media/img_…/640.avif`: pictures people uploaded, beside the drawn ones. */
export function mountPhotos(app: FastifyInstance, shop: PhotoShop): void {
  app.get<{ Params: { key: string; file: string } }>(
    '/media/:key(^img_[0-9a-f]{32}$)/:file',
    async (request, reply) => {
      const { key, file } = request.params
      const variant = fileOf(file)
      if (!variant) throw new AppError('not_found')
      const bytes = await shop.get({ key, ...variant })
      if (!bytes) throw new AppError('not_found')
      asResource(reply)
      // A name that is made of the bytes needs no look at them.
      const tag = `"${key}-${file}"`
      void reply.header('etag', tag).header('cache-control', forever)
      const seen = request.headers['if-none-match']
      if (seen?.split(',').some((t) => t.trim().replace(/^W\//, '') === tag)) return reply.code(304).send()
      return reply.type(`image/${variant.format}`).send(bytes)
    },
  )
}
