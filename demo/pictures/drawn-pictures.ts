import { AppError } from '#contract/errors.ts'
import type { DrawnPictures } from '../../server/kernel/deps.ts'
import { asPicture } from '../../server/kernel/http/security.ts'
import { fileOf } from '../../server/pictures/picture-files.ts'
import { drawingRevision, type PictureService } from './picture-service.ts'
import { recipeOf } from './vocabulary.ts'

const forever = 'public, max-age=31536000, immutable'

/** What a server shows of `service`: `GET /media/:key/:file`, e.g. `/media/suv-0e5a43-studio-side-five/640.avif`. */
export const drawnPictures = (service: PictureService): DrawnPictures => ({
  has: (key) => recipeOf(key) !== undefined,
  get: (wanted) => service.get(wanted),
  mount(app) {
    app.get<{ Params: { key: string; file: string } }>('/media/:key/:file', async (request, reply) => {
      const { key, file } = request.params
      const variant = fileOf(file)
      if (!variant || !recipeOf(key)) throw new AppError('not_found')
      asPicture(reply)
      // A key names exactly one picture, so the tag needs no look at its bytes.
      const tag = `"${drawingRevision}-${key}-${file}"`
      const knownTag = request.headers['if-none-match']
      if (knownTag?.split(',').some((t) => t.trim().replace(/^W\//, '') === tag)) {
        return reply.code(304).header('etag', tag).header('cache-control', forever).send()
      }
      const bytes = await service.get({ key, ...variant })
      if (!bytes) throw new AppError('not_found')
      return reply
        .type(`image/${variant.format}`)
        .header('etag', tag)
        .header('cache-control', forever)
        .send(bytes)
    })
  },
})
