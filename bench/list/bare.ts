// The fastest comparable server: Fastify without hooks, which reads the same body and always sends the same bytes. It is a
// separate process, like the server it is compared with.
import type { AddressInfo } from 'node:net'
import fastify from 'fastify'

/** A new response in base64. Every job is answered with the CPU time so far, in microseconds. */
export interface BareJob {
  answer?: string
}

const app = fastify()
let answer = Buffer.alloc(0)
app.post('/', (_, reply) => reply.header('content-type', 'application/json; charset=utf-8').send(answer))
await app.listen({ port: 0, host: '127.0.0.1' })
process.on('message', (job: BareJob) => {
  if (job.answer !== undefined) answer = Buffer.from(job.answer, 'base64')
  const { user, system } = process.cpuUsage()
  process.send?.(user + system)
})
process.on('disconnect', () => process.exit())
process.send?.((app.server.address() as AddressInfo).port)
