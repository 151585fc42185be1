import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '#contract/errors.ts'
import type { Deps } from '../../../kernel/deps.ts'
import { asPicture } from '../../../kernel/http/security.ts'
import { isSame } from '../../../kernel/http/etag.ts'
import { articleFacts, carFacts, isName } from '../facts.ts'
import { siteOf } from '../site.ts'
import { articleCardWords, carCardWords, type CardWords, siteCardWords, cardVersionOf } from './card-words.ts'
import { openCardService } from './card-service.ts'

/** The address of a card changes with what is on it; one of another version may be the newer one soon. */
const cacheControl = { same: 'public, max-age=31536000, immutable', other: 'public, max-age=300' } as const

type CardRequest = FastifyRequest<{ Params: { name?: string }; Querystring: { v?: unknown } }>

/** `GET /og/car/{slug}.jpg`, `/og/blog/{slug}.jpg` and `/og/site.jpg`: 1200 × 630, as the pages name them. */
export function mountCards(app: FastifyInstance, deps: Deps): void {
  const cards = openCardService(deps)
  const answer = async (words: CardWords, request: CardRequest, reply: FastifyReply) => {
    const version = cardVersionOf(words)
    const etag = `"${version}"`
    asPicture(reply)
    void reply
      .header('etag', etag)
      .header('cache-control', request.query.v === version ? cacheControl.same : cacheControl.other)
    if (isSame(request.headers['if-none-match'], etag)) return reply.code(304).send()
    return reply.type('image/jpeg').send(await cards.get(words))
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
    if (!car) throw new AppError('not_found')
    return answer(carCardWords(car, await siteOf(deps)), request, reply)
  })
  app.get('/og/blog/:name', async (request: CardRequest, reply) => {
    const article = await articleFacts(deps.db, nameIn(request), deps.now())
    if (!article) throw new AppError('not_found')
    return answer(articleCardWords(article, await siteOf(deps)), request, reply)
  })
}
