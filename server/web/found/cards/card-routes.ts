import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '#contract/errors.ts'
import { found } from '../../../kernel/call.ts'
import type { Deps } from '../../../kernel/deps.ts'
import { asPicture } from '../../../kernel/http/security.ts'
import { isSame } from '../../../kernel/http/etag.ts'
import { blogBySlug } from '../../../blogs/blogs-store.ts'
import { carFacts, isName, siteOf } from '../site.ts'
import { articleCardWords, carCardWords, cardVersionOf, type CardWords, siteCardWords } from './card-words.ts'
import { join } from 'node:path'
import { uploadedIn } from '#contract/values/pictures.ts'
import { Semaphore } from '../../../kernel/semaphore.ts'
import { pictureCache } from '../../../pictures/picture-cache.ts'
import { uploadServiceOf } from '../../../pictures/uploads/upload-service.ts'
import { drawCard } from './draw-card.ts'

// Serves cards of shared links: from memory, from disk, or drawn once for all requests of the same moment.

const cardLimits = {
  diskBytes: 128 * 1024 * 1024,
  memoryBytes: 4 * 1024 * 1024,
  /** Maximum drawings at the same time, and requests that may wait for one. */
  places: 1,
  waiting: 60,
} as const

/** Returns the picture of a card; undefined when this server does not have it. */
type PictureOf = (url: string) => Promise<Buffer | undefined>

function cardPictureOf(deps: Deps): PictureOf {
  const size = { width: 960, format: 'webp' } as const
  return (url) => {
    const uploaded = uploadedIn(url)
    if (uploaded !== undefined) return uploadServiceOf(deps).pictures.get({ key: uploaded, ...size })
    const key = /^\/media\/([^/]+)\//.exec(url)?.[1]
    return Promise.resolve(key === undefined ? undefined : deps.drawn?.get({ key, ...size }))
  }
}

export function createCardService(
  dir: string,
  pictureAt: PictureOf,
  limits: { [K in keyof typeof cardLimits]: number } = cardLimits,
  draw = drawCard,
): (words: CardWords) => Promise<Buffer> {
  const cache = pictureCache<Buffer>(dir, limits)
  const drawings = new Semaphore(limits.places, limits.waiting)
  return (words) =>
    cache.get(`${cardVersionOf(words)}.jpg`, () =>
      drawings.run(async () => draw(words, await pictureAt(words.picture))),
    )
}

/**
 * Cache control of a card. Its address contains the version of its content. An address with another version is cached
 * briefly, because that version may soon be the current one.
 */
const cacheControl = { same: 'public, max-age=31536000, immutable', other: 'public, max-age=300' } as const

type CardRequest = FastifyRequest<{ Params: { name?: string }; Querystring: { v?: unknown } }>

/**
 * Mounts `GET /og/car/{slug}.jpg`, `/og/blog/{slug}.jpg` and `/og/site.jpg`: 1200 × 630 px, at the addresses that the pages
 * name.
 */
export function mountCards(app: FastifyInstance, deps: Deps): void {
  const card = createCardService(join(deps.config.dataDir, 'pictures', 'cards'), cardPictureOf(deps))
  const answer = async (words: CardWords, request: CardRequest, reply: FastifyReply) => {
    const version = cardVersionOf(words)
    const etag = `"${version}"`
    asPicture(reply)
    void reply
      .header('etag', etag)
      .header('cache-control', request.query.v === version ? cacheControl.same : cacheControl.other)
    if (isSame(request.headers['if-none-match'], etag)) return reply.code(304).send()
    return reply.type('image/jpeg').send(await card(words))
  }
  const nameIn = ({ params: { name = '' } }: CardRequest): string => {
    const slug = name.replace(/\.jpg$/, '')
    if (slug === name || !isName(slug)) throw new AppError('not_found')
    return slug
  }

  app.get('/og/site.jpg', async (request: CardRequest, reply) =>
    answer(siteCardWords(await siteOf(deps)), request, reply),
  )
  app.get('/og/car/:name', async (request: CardRequest, reply) => {
    const car = await carFacts(deps.db, nameIn(request), deps.now())
    if (car === 'gone') throw new AppError('gone')
    return answer(carCardWords(found(car), await siteOf(deps)), request, reply)
  })
  app.get('/og/blog/:name', async (request: CardRequest, reply) => {
    const article = await blogBySlug(deps.db, nameIn(request), deps.now())
    return answer(articleCardWords(found(article), await siteOf(deps)), request, reply)
  })
}
