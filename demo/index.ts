import type { Config } from '../server/kernel/config.ts'
import type { DrawnPictures } from '../server/kernel/deps.ts'
import { drawingRevision, openPictureService, type PictureService } from './pictures/picture-service.ts'
import { demoPassword } from './seed.ts'
import { AppError } from '#contract/errors.ts'
import { asPicture } from '../server/kernel/http/security.ts'
import { fileOf } from '../server/pictures/picture-files.ts'
import { recipeOf } from './pictures/vocabulary.ts'

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

// The door of the demo: what a server takes from it when the demo is on.

export { seedDemo } from './seed.ts'

/** The pictures of demo cars, drawn when they are asked for and kept in `DATA_DIR`. */
export const openDrawn = (config: Pick<Config, 'dataDir'>): DrawnPictures =>
  drawnPictures(openPictureService(config))

/** Whom a visitor may be, as lines for the terminal. */
export const signIns: readonly string[] = [
  `Demo sign-ins, password ${demoPassword}:`,
  '  buyer@motorkin.test   looks for a car',
  '  seller@motorkin.test  sells a car of their own',
  '  dealer@motorkin.test  sells many (Platinum)',
  '  admin@motorkin.test   runs the place',
]
