import { expect, test } from 'vitest'
import { memoryStore } from '../../../src/local/database/memory.ts'
import type { OwnTables } from '../../../src/local/database/records.ts'
import { ownSchema } from '../../../src/local/database/schema.ts'
import type { Host } from '../../../src/local/bootstrap/host.ts'
import { createChatService } from '../../../src/local/chat/chat-service.ts'
import { cell } from '../../../src/local/platform/cell.ts'
import { bareEnv } from '../../../src/local/platform/env.ts'
import { request } from '../../../src/local/transport/http-client.ts'
import { chatServer, handClock, me } from './chat-server.ts'
import { soon } from './page.ts'

test('A person who signs out and in while chats open has one stream', async () => {
  const server = chatServer()
  const http = { fetch: server.fetch, ...handClock() }
  const own = memoryStore<OwnTables>(ownSchema)
  const session = { user: { id: me } as { id: string } | undefined }
  const opened: string[] = []
  const host = {
    env: bareEnv({ isVisible: () => true }),
    session: { get: () => session },
    settings: cell({ chat: { store: 'embedded' } }),
    ask: (route: never, o: object) => request(http, route, { ...o, key: 'key' } as never),
    serverNow: () => 1,
    unread: cell<number | undefined>(undefined),
    http,
    token: () => ({ token: 'token', sub: me }),
  } as unknown as Host
  const side = createChatService(host, {
    stores: {
      own: (partition: string) => {
        opened.push(partition)
        return Promise.resolve(own)
      },
      isDurable: () => true,
    },
    counted: () => Promise.resolve(),
  })
  side.wake()
  session.user = undefined
  side.leave()
  session.user = { id: me }
  side.wake()
  await expect.poll(() => side.session.get()?.me, soon).toBe(me)
  await expect.poll(() => opened.length, soon).toBeGreaterThan(2)
  await expect.poll(() => server.streams.length, soon).toBeGreaterThan(0)
  side.close()
  await expect.poll(() => server.open().length, soon).toBe(0)
})
