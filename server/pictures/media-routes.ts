import type { FastifyInstance } from 'fastify'
import { AppError } from '#contract/errors.ts'
import type { Deps } from '../kernel/deps.ts'
import { asResource } from '../kernel/http/security.ts'
import { drawingRevision, fileOf, shopOf } from './picture-shop.ts'
import { recipeOf } from './vocabulary.ts'

const forever = 'public, max-age=31536000, immutable'

/** `GET /media/:key/:file`, e.g. `/media/suv-0e5a43-studio-side-five/640.avif`. */
export function mountPictures(app: FastifyInstance, deps: Deps): void {
  const shop = shopOf(deps)
  app.get<{ Params: { key: string; file: string } }>('/media/:key/:file', async (request, reply) => {
    const { key, file } = request.params
    const variant = fileOf(file)
    if (!variant || !recipeOf(key)) throw new AppError('not_found')
    asResource(reply)
    // A key names exactly one picture, so the tag needs no look at its bytes.
    const tag = `"${drawingRevision}-${key}-${file}"`
    const seen = request.headers['if-none-match']
    if (seen?.split(',').some((t) => t.trim().replace(/^W\//, '') === tag)) {
      return reply.code(304).header('etag', tag).header('cache-control', forever).send()
    }
    const bytes = await shop.get({ key, ...variant })
    if (!bytes) throw new AppError('not_found')
    return reply
      .type(`image/${variant.format}`)
      .header('etag', tag)
      .header('cache-control', forever)
      .send(bytes)
  })
}
