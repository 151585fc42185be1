import { randomUUID } from 'node:crypto'
import { request } from 'node:http'
import { chatEventsPath, conversationRoutes } from '#contract/chat/conversation.ts'
import { chatKey, chatRoutes, type ChatEntry } from '#contract/chat/chat.ts'
import { basePath, pathOf, type Route } from '#contract/http.ts'
import { forgetUndelivered } from '../../server/chat/forget-undelivered.ts'
import { issueToken } from '../../server/kernel/auth.ts'
import type { Db } from '../../server/kernel/db/sql.ts'
import { testConfig } from '../support/api.ts'
import { addUser, subscribe } from '../support/motorkin.ts'
import { newPhone, tabOf } from '../unit/local/page.ts'
import { openEmbeddedPhone } from './embedded-phone.ts'
import type { ChatAttack, ChatWorld, ChatWorldPerson, ChatWorldPhone } from './world.ts'

/** Servers over one database. */
export interface EmbeddedServers {
  origins: readonly string[]
  look: <T>(work: (db: Db) => Promise<T>) => Promise<T>
  stop: () => Promise<void>
}

/** Adds a new person with a plan. */
export async function addChatPerson(
  { look }: Pick<EmbeddedServers, 'look'>,
  name: string,
): Promise<ChatWorldPerson & { newToken: () => Promise<string> }> {
  const id = `${name.toLowerCase()}-${randomUUID()}`
  const user = await look((db) =>
    db.tx(async (sql) => {
      const added = await addUser(sql, { id, fullname: name })
      await subscribe(sql, id, 'platinum', { until: '2099-01-01T00:00:00Z' })
      return { ...added, is_subscriber: true }
    }),
  )
  let life = 3600
  // Another lifetime makes another token.
  const newToken = () => issueToken(user, { config: testConfig(), now: () => new Date() }, ++life)
  return { id, name, newToken }
}

/** Opens a phone in one kind of place: in this process, or in a browser. */
export type OpenPhone = (o: { origin: string; me: string; token: string }) => Promise<ChatWorldPhone>

/** Opens a page without a browser, over real HTTP. */
export const phoneInNode: OpenPhone = async ({ origin, me, token }) => {
  const { env, window } = tabOf(newPhone(), { fetch: (url, init) => fetch(origin + url, init) })
  const phone = openEmbeddedPhone({ me, token, env })
  return {
    store: phone.store,
    offline: async () => {
      phone.offline()
      window.fire('offline')
    },
    online: async () => {
      phone.online()
      window.fire('online')
    },
    loseNextAnswer: async () => phone.loseNextAnswer(),
  }
}

/** Creates the phones of one place, spread over its servers. */
export function embeddedWorld(
  name: string,
  { origins, look, stop }: EmbeddedServers,
  openPhone: OpenPhone = phoneInNode,
): ChatWorld {
  const tokens = new Map<string, string>()
  let phones = 0
  const nextOrigin = () => origins[phones++ % origins.length] ?? ''
  const tokenOf = ({ id }: ChatWorldPerson) => tokens.get(id) ?? ''

  const call = async (
    caller: ChatWorldPerson,
    route: Route,
    body?: object,
    params?: Record<string, string>,
  ) => {
    const response = await fetch(nextOrigin() + pathOf(route, params), {
      method: route.method,
      headers: {
        authorization: `Bearer ${tokenOf(caller)}`,
        'idempotency-key': `"${randomUUID()}"`,
        'x-device': 'by hand',
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    return { status: response.status, text: await response.text() }
  }
  /** Returns the first event of a stream; an empty text when the server refuses the stream. */
  const firstEvent = (headers: Record<string, string>, query = '') =>
    new Promise<string>((done, fail) => {
      const url = `${nextOrigin()}${basePath}${chatEventsPath}${query}`
      const asked = request(url, { headers, agent: false }, (answer) => {
        answer.setEncoding('utf8')
        if (answer.statusCode !== 200) {
          asked.destroy()
          done('')
        }
        let text = ''
        answer.on('data', (chunk: string) => {
          text += chunk
          if (!text.includes('\n\n')) return
          asked.destroy()
          done(text)
        })
      })
      asked.on('error', fail)
      asked.end()
    })

  const attacks: ChatWorld['attacks'] = ({ stranger, victims: [ann, ben] }) => {
    const attack = (what: string, run: () => Promise<boolean>): ChatAttack => ({
      name: what,
      run: async () => ((await run()) ? 'done' : 'refused'),
    })
    const secret = (text: string) => text.includes('between us') || text.includes(chatKey(ann.id, ben.id))
    const last = async () => {
      const { text } = await call(ben, conversationRoutes.olderMessages, undefined, {
        other: ann.id,
        before: '999',
      })
      return (JSON.parse(text) as { data: { id: string }[] }).data.at(-1)?.id ?? ''
    }
    const older = (other: string) =>
      call(stranger, conversationRoutes.olderMessages, undefined, { other, before: '999' })
    const mark = async (other: string) => {
      const body = { as: 'read', chats: [{ other, last: await last() }] }
      await call(stranger, conversationRoutes.markChats, body)
      const { text } = await call(ben, chatRoutes.myChatList)
      return (JSON.parse(text) as { data: ChatEntry[] }).data.some((chat) => !chat.unread)
    }
    const messages = { message: 'Send me your money', timestamp: 1 }
    return [
      attack('read the chat under the ids of its two', async () => {
        const both = await Promise.all([ann.id, ben.id, chatKey(ann.id, ben.id)].map(older))
        return both.some(({ text }) => secret(text))
      }),
      attack('list the chats of another', async () =>
        secret((await call(stranger, chatRoutes.myChatList)).text),
      ),
      attack('listen with a login of their own', async () =>
        secret(await firstEvent({ authorization: `Bearer ${tokenOf(stranger)}` }, `?user=${ben.id}`)),
      ),
      attack('listen without a login', async () => (await firstEvent({})) !== ''),
      attack(
        'listen with the token in the address',
        async () => (await firstEvent({}, `?token=${tokenOf(ben)}&access_token=${tokenOf(ben)}`)) !== '',
      ),
      attack('listen with a forged token', async () => {
        const [head, , signature] = tokenOf(stranger).split('.')
        const forged = [head, tokenOf(ben).split('.')[1], signature].join('.')
        return (await firstEvent({ authorization: `Bearer ${forged}` })) !== ''
      }),
      attack('send in another name', async () => {
        const body = { ...messages, receiver: ben.id, client_ref: randomUUID() }
        for (const more of [{ sender: ann.id }, { user: ann.id }, { from: ann.id }])
          await call(stranger, conversationRoutes.sendMessage, { ...body, ...more })
        const { text } = await call(ben, conversationRoutes.olderMessages, undefined, {
          other: ann.id,
          before: '999',
        })
        return text.includes('your money')
      }),
      attack("replace another's message under its id", async () => {
        const body = { ...messages, receiver: ben.id, client_ref: await last() }
        await call(stranger, conversationRoutes.sendMessage, body)
        const { text } = await call(ben, conversationRoutes.olderMessages, undefined, {
          other: ann.id,
          before: '999',
        })
        return !text.includes('between us')
      }),
      attack('mark the chat as read', async () => (await mark(ann.id)) || (await mark(ben.id))),
      attack('write into a chat by its key', async () => {
        const body = { ...messages, receiver: chatKey(ann.id, ben.id), client_ref: randomUUID() }
        return (await call(stranger, conversationRoutes.sendMessage, body)).status === 200
      }),
    ]
  }

  return {
    kind: 'embedded',
    name,
    person: async (called) => {
      const { newToken, ...person } = await addChatPerson({ look }, called)
      tokens.set(person.id, await newToken())
      return person
    },
    phone: (person) => openPhone({ origin: nextOrigin(), me: person.id, token: tokenOf(person) }),
    attacks,
    storedKeys: async (person) => {
      const { text } = await call(person, chatRoutes.myChatList)
      return (JSON.parse(text) as { data: ChatEntry[] }).data.map(({ _id }) => _id)
    },
    undeliveredAfter: (days) =>
      look(async (db) => {
        const text = 'update chats set updated_at = $1'
        await db.run({ text, values: [new Date(Date.now() - days * 86_400_000)] })
        await forgetUndelivered({ config: testConfig(), db, now: () => new Date() })
      }),
    stop,
  }
}
