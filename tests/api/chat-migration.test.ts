import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { addMessage } from '../../server/chat/own-chats.ts'
import { changesOf } from '../../server/chat/changes.ts'
import { markChats } from '../../server/chat/marks.ts'
import { migrate, readMigrations } from '../../server/kernel/db/migrate.ts'
import { openDb } from '../../server/kernel/db/open.ts'
import { freshPostgres } from '../support/api.ts'

const quiet = { info: () => {}, error: () => {} }

test(
  'Chats of before there was a stream keep their messages and what was read [R-ENT-37]',
  { tags: ['full'] },
  async () => {
    const server = process.env['TEST_DATABASE_URL']
    const postgres = server === undefined ? undefined : await freshPostgres(server)
    const dir = mkdtempSync(join(tmpdir(), 'motorkin-test-'))
    const db = await openDb({ dataDir: dir, databaseUrl: postgres?.url }, quiet)
    const all = await readMigrations()
    await migrate(db, all.slice(0, 20))
    await db.run({
      text: `insert into users (id, email, email_key, password_hash, fullname, created_at)
        select id, id, id, '', id, now() from unnest(array['ada', 'ben', 'cyd']) id`,
    })
    // Ben wrote last and Ada has not read his message; Cyd has read everything.
    await db.run({
      text: `insert into chats values ('ada_ben', 'ada', 'ben', 4, 'ben', false, now(), now()),
          ('ada_cyd', 'ada', 'cyd', 1, 'ada', true, now(), now())`,
    })
    const old = [
      ['ada_ben', 1, 'ada:one', 'ada'],
      ['ada_ben', 2, 'a-plain-id', 'ada'],
      ['ada_ben', 3, 'three', 'ben'],
      ['ada_ben', 4, 'ben:four', 'ben'],
      ['ada_cyd', 1, 'ada:five', 'ada'],
    ]
    for (const values of old)
      await db.run({ text: `insert into chat_messages values ($1, $2, $3, $4, 'Hello', now())`, values })
    await migrate(db, all)

    const chatsOf = async (user: string, from?: number) => (await changesOf(db, user, from)).chats
    const [ben] = await chatsOf('ben')
    expect(ben?.messages.map(({ id }) => id)).toEqual(['one', 'a-plain-id', 'three', 'four'])
    expect(ben).toMatchObject({ last: 4, read_to: 2, own_read_to: 4, receiver_has_read: false })
    expect((await chatsOf('ada')).map((c) => [c.other, c.own_read_to, c.read_to])).toEqual(
      expect.arrayContaining([
        ['ben', 2, 4],
        ['cyd', 1, 1],
      ]),
    )
    await markChats(db, { user: 'ada', as: 'read', chats: [{ other: 'ben', last: 'four' }] })
    expect(await chatsOf('ben', 0)).toMatchObject([{ read_to: 4, messages: [] }])
    const message = { id: 'ada:six', sender: 'ada', receiver: 'ben', message: 'Hi', at: new Date() }
    expect(await addMessage(db, message)).toEqual({ n: 5, added: true })
    expect(await addMessage(db, message)).toEqual({ n: 5, added: false })
    await db.close()
    await postgres?.drop()
    rmSync(dir, { recursive: true, force: true })
  },
)
