// Streams a generated text for an ad; uses a template if no text service is configured.
import { ok } from '../../kernel/call.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { PassThrough } from 'node:stream'
import { AppError } from '#contract/errors.ts'
import { basePath } from '#contract/http.ts'
import {
  describeBody,
  type DescribeBody,
  describeRoutes,
  type DescribeSource,
} from '#contract/selling/describe.ts'
import { requiredActor } from '../../kernel/auth.ts'
import type { Deps } from '../../kernel/deps.ts'
import { limitOf } from '../../kernel/http/limits.ts'
import { valid } from '../../kernel/mount.ts'
import { adTextOf, type Patience } from '../../integrations/describe-ad.ts'
import { isPerson } from './ads-store.ts'

/** Maximum number of texts that one process writes at once. */
const mostAtOnce = 50
const busy = 'Many texts are being written at this moment. Please try again in a little while.'
/** Milliseconds between keep-alive messages of the event stream. */
const heartbeat = 5000
const path = basePath + describeRoutes.generateDescription.path

interface Text {
  source: DescribeSource
  pieces: AsyncIterable<string>
  stop: () => void
}

/** Mounts `POST cars/generate-description` (R-API-48). */
export function mountDescribe(
  app: FastifyInstance,
  deps: Deps,
  o: { limits: boolean; patience?: Patience | undefined },
): void {
  const writer = adTextOf(deps.config)
  /** Running texts by person: a newer request cancels the older one. */
  const under = new Map<string, AbortController>()

  function write(user: string, fields: DescribeBody, log: FastifyRequest['log']): Text {
    const older = under.get(user)
    // A request that replaces an older text does not raise the number of running texts, so it is always accepted.
    if (!older && under.size >= mostAtOnce) throw new AppError('unavailable', { msg: busy, retryAfter: 10 })
    older?.abort()
    const gone = new AbortController()
    under.set(user, gone)
    const stop = () => {
      gone.abort()
      if (under.get(user) === gone) under.delete(user)
    }
    const failed = (reason: string) => log.error({ reason }, 'the text service failed')
    const pieces = writer.write(fields, { gone: gone.signal, failed, patience: o.patience })
    return { source: writer.source, pieces, stop }
  }

  async function inOne({ source, pieces, stop }: Text) {
    try {
      let text = ''
      for await (const piece of pieces) text += piece
      return { ...ok, data: { text, source } }
    } finally {
      stop()
    }
  }

  function inPieces({ source, pieces, stop }: Text, reply: FastifyReply): FastifyReply {
    const out = new PassThrough()
    const writeEvent = (event: string, data: object) =>
      void (out.destroyed || out.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`))
    const alive = setInterval(() => void (out.destroyed || out.write(':\n\n')), heartbeat)
    out.once('close', () => {
      clearInterval(alive)
      stop()
    })
    const run = async () => {
      writeEvent('start', { source })
      try {
        for await (const text of pieces) writeEvent('text', { text })
        writeEvent('done', {})
      } catch (error) {
        if (!(error instanceof AppError)) reply.log.error(error)
        const { code, message } = error instanceof AppError ? error : new AppError('internal')
        writeEvent('error', { code, msg: message })
      }
      clearInterval(alive)
      out.end()
    }
    void run()
    return reply
      .header('cache-control', 'no-store')
      .header('x-accel-buffering', 'no')
      .type('text/event-stream; charset=utf-8')
      .send(out)
  }

  const config = { rateLimit: o.limits && limitOf(describeRoutes.generateDescription, deps) }
  app.post(path, { config }, async (request, reply) => {
    const { user } = await requiredActor(request, deps)
    const fields = valid(describeBody, request.body ?? {}) as DescribeBody
    // A token outlives its account.
    if (!user || !(await isPerson(deps.db, user.id))) throw new AppError('unauthenticated')
    const written = write(user.id, fields, request.log)
    if (String(request.headers.accept).includes('text/event-stream')) return inPieces(written, reply)
    reply.raw.once('close', written.stop)
    return reply.header('cache-control', 'no-store').send(await inOne(written))
  })
  app.addHook('preClose', async () => {
    for (const gone of under.values()) gone.abort()
  })
}
