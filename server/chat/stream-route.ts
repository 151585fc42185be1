import type { FastifyInstance } from 'fastify'
import { chatEventsPath, type ChatsEvent } from '#contract/chat/conversation.ts'
import { AppError } from '#contract/errors.ts'
import { basePath } from '#contract/http.ts'
import { requiredActor, signedOutAmong } from '../kernel/auth.ts'
import type { Deps } from '../kernel/deps.ts'
import { limitOf } from '../kernel/http/limits.ts'
import { gauges } from '../kernel/http/metrics.ts'
import { asResource } from '../kernel/http/security.ts'
import type { ServerChatStore } from './chat-store.ts'
import { needPlan } from './may-write.ts'
import { chatTopic, numberRow } from './numbers.ts'
import { beatStep, ChatHub, EventStream, type HubSources } from './stream-hub.ts'
import { withPaidPlan } from '../users/users-store.ts'
import { gather } from '../kernel/gather.ts'
import { changesOfAll, type Continued } from './changes.ts'

/** Maximum people per read; fewer when everything is read, since that can be much data. */
const together = { everything: 8, changes: 50 }

/** Returns the reads and checks that the streams use. */
function sourcesOf(app: FastifyInstance, { db, now }: Deps): HubSources {
  const reader = (most: number) =>
    gather<Continued, ChatsEvent>({ most, lanes: 2, run: (all) => changesOfAll(db, all) })
  const [everything, changes] = [reader(together.everything), reader(together.changes)]
  return {
    read: (user, from) => (from === undefined ? everything : changes)({ user, from }),
    onError: (error) => app.log.error(error, 'event streams could not be read or checked'),
    async check(streams) {
      const at = now()
      const owners = streams.map(({ owner }) => owner)
      const users = [...new Set(owners.map(({ user }) => user))]
      const [out, paid] = [await signedOutAmong(db, owners), await withPaidPlan(db, users, at)]
      const isOver = ({ owner }: EventStream, n: number) =>
        out.has(n) || !paid.has(owner.user) || (owner.ends !== undefined && owner.ends <= at)
      const ended = new Set(streams.filter(isOver))
      const there = streams.filter((stream) => !ended.has(stream)).map(({ owner }) => owner.user)
      // A row that another transaction has locked is skipped; the next heartbeat updates it.
      const rows = await db.all(numberRow)`update chat_people set online_at = ${at}
        where user_id in (
          select user_id from chat_people where user_id = any (${there}) order by user_id for update skip locked)
        returning user_id, number`
      return { ended, numbers: new Map(rows.map(({ user_id, number }) => [user_id, number])) }
    },
  }
}

const hubs = new WeakMap<FastifyInstance, ChatHub>()

/** Returns the open streams of a server. */
export function hubOf(app: FastifyInstance): ChatHub {
  const hub = hubs.get(app)
  if (!hub) throw new Error('This server has no event streams.')
  return hub
}

const numberIn = (header: unknown): number | undefined =>
  typeof header === 'string' && /^\d{1,15}$/.test(header) ? Number(header) : undefined

/** Mounts `GET chat/events` without the call table, because its response does not end. */
export function mountStream(
  app: FastifyInstance,
  deps: Deps,
  o: { limits: boolean; store: ServerChatStore },
): void {
  const hub = new ChatHub(sourcesOf(app, deps))
  hubs.set(app, hub)
  gauges(app, { chat_streams: { help: 'Open event streams of chats.', read: () => hub.size } })
  const step = setInterval(() => void hub.beat(), beatStep).unref()
  const unlisten = deps.db.listen(chatTopic, (people) => hub.wake(people?.split(' ')))
  // The server waits for open requests when it closes, and the streams would never end.
  app.addHook('preClose', (done) => {
    clearInterval(step)
    unlisten()
    hub.close()
    done()
  })

  const config = {
    rateLimit: o.limits && limitOf({ id: 'own:chat-events', write: false, auth: 'required' }, deps),
  }
  const route = { config, exposeHeadRoute: false }
  app.get(basePath + chatEventsPath, route, async (request, reply) => {
    if (o.store.kind !== 'embedded') throw new AppError('unavailable')
    const { user, session, expires } = await requiredActor(request, deps)
    if (!user) throw new AppError('unauthenticated')
    const now = deps.now()
    await needPlan(deps.db, user.id, now)
    await deps.db.exec`insert into chat_people (user_id, online_at) values (${user.id}, ${now})
      on conflict (user_id) do update set online_at = ${now}`
    const { raw } = reply
    // The headers stop proxies from buffering; the connection is not reused after the stream.
    asResource(reply)
    void reply
      .headers({ 'cache-control': 'no-store', 'x-accel-buffering': 'no', connection: 'close' })
      .type('text/event-stream; charset=utf-8')
      .hijack()
    if (raw.destroyed) return
    raw.writeHead(200, reply.getHeaders() as Record<string, string>)
    raw.flushHeaders()
    const owner = { user: user.id, session, ends: session === undefined ? expires : undefined }
    const stream = new EventStream(raw, owner, numberIn(request.headers['last-event-id']))
    raw.once('close', () => hub.remove(stream))
    hub.open(stream)
  })
}
