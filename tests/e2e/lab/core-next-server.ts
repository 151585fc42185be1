import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * The next version of the server, as a proxy of the current server: it also accepts the second version of an enquiry's payload.
 */
export interface NextServer {
  origin: string
  /** Sets the oldest payload version that the server accepts. */
  setOldest: (v: 1 | 2) => void
  /** Payload versions of the accepted enquiries, in their order. */
  taken: string[]
  close: () => Promise<void>
}

export async function startNextServer(before: string): Promise<NextServer> {
  let oldest = 1
  const taken: string[] = []
  const server = createServer((req, res) => {
    const chunks: Buffer[] = []
    req.on('data', (chunk: Buffer) => chunks.push(chunk))
    req.on('end', () => {
      void answer(Buffer.concat(chunks).toString()).catch(() => res.destroy())
    })
    async function answer(body: string): Promise<void> {
      const { host: _host, connection: _connection, 'content-length': _length, ...given } = req.headers
      const headers = Object.fromEntries(Object.entries(given).map(([name, v]) => [name, String(v)]))
      const shape = headers['x-payload'] ?? ''
      const [kind, v] = shape.split('@')
      const asked = { method: req.method ?? 'GET', headers, body }
      if (kind === 'enquiry.send') {
        if (Number(v) < oldest) {
          res.writeHead(426, { 'content-type': 'application/json', 'x-api': '1' })
          res.end(JSON.stringify({ success: false, code: 'upgrade_required', msg: 'Please update the app.' }))
          return
        }
        if (v === '2') {
          const { text, ...rest } = JSON.parse(body) as { text: string }
          asked.body = JSON.stringify({ ...rest, message: text })
          headers['x-payload'] = 'enquiry.send@1'
        }
      }
      const reply = await fetch(before + (req.url ?? ''), {
        ...asked,
        ...(asked.method === 'GET' || asked.method === 'HEAD' ? { body: null } : {}),
      })
      if (reply.ok && kind === 'enquiry.send') taken.push(shape)
      const told = ['content-type', 'x-api', 'idempotency-replayed', 'date']
      const kept = told.flatMap((name) => [[name, reply.headers.get(name)] as const])
      res.writeHead(
        reply.status,
        Object.fromEntries(kept.flatMap(([k, value]) => (value ? [[k, value]] : []))),
      )
      res.end(await reply.text())
    }
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://127.0.0.1:${port}`,
    setOldest(v) {
      oldest = v
    },
    taken,
    close: () =>
      new Promise((done) => {
        server.closeAllConnections()
        server.close(() => done())
      }),
  }
}
