import type { FastifyInstance } from 'fastify'
import { z } from 'zod/mini'
import { signedOutAmong } from '../../kernel/auth.ts'
import type { Deps } from '../../kernel/deps.ts'
import { withPaidPlan } from '../../users/users-store.ts'
import type { ChatsEvent } from '#contract/chat/conversation.ts'
import { gather } from '../../kernel/gather.ts'
import { changesOfAll, type Continued } from '../changes.ts'
import type { EventStream } from './event-stream.ts'
import type { HubSources } from './hub.ts'

const numberRow = z.object({ user_id: z.string(), number: z.int() })

/** People of one read: of those who get everything few, since that can be much. */
const together = { everything: 8, changes: 50 }

/** What streams are filled from, and what they must keep to. */
export function sourcesOf(app: FastifyInstance, { db, now }: Deps): HubSources {
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
      // A person whose row is held by a writer is written down with the next beat: waiting here would be for nothing.
      const rows = await db.rows(numberRow, {
        name: 'chat-online',
        text: `update chat_people set online_at = $2 where user_id in (
            select user_id from chat_people where user_id = any ($1) order by user_id for update skip locked)
          returning user_id, number`,
        values: [there, at],
      })
      return { ended, numbers: new Map(rows.map(({ user_id, number }) => [user_id, number])) }
    },
  }
}
