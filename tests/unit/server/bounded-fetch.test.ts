import { createServer, type RequestListener } from 'node:http'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { fetchBounded } from '../../../server/integrations/bounded-fetch.ts'
import { listenLocally } from '../../fakes/listen.ts'

const bounds = { ms: 2000, bytes: 100 }
const calls: string[] = []
const opened: (() => Promise<void>)[] = []
let asked = ''
let elsewhere = ''

async function open(name: string, listener: RequestListener): Promise<string> {
  const { origin, close } = await listenLocally(
    createServer((request, reply) => {
      calls.push(name + (request.url ?? ''))
      listener(request, reply)
    }),
    0,
  )
  opened.push(close)
  return origin
}
beforeAll(async () => {
  elsewhere = await open('elsewhere', (_, reply) => void reply.end('secret'))
  asked = await open('asked', ({ url }, reply) => {
    const to = { '/away': `${elsewhere}/`, '/here': '/end', '/round': '/round' }[url ?? '']
    if (to === undefined) reply.end('fine')
    else reply.writeHead(302, { location: to }).end()
  })
})
afterAll(() => Promise.all(opened.map((close) => close())))
beforeEach(() => {
  calls.length = 0
})

const get = (path: string) => fetchBounded(new URL(path, asked), bounds)

test('A redirect is no answer, even where one answers there', async () => {
  for (const path of ['/away', '/here', '/round'])
    await expect(get(path)).rejects.toMatchObject({ message: 'status 302', status: 302 })
  expect(calls).toEqual(['asked/away', 'asked/here', 'asked/round'])
})
