// Runs several processes of one machine behind one address: a supervisor that answers no requests, and workers that are
// complete servers. Their shared state is in PostgreSQL.
import cluster from 'node:cluster'
import { on, once } from 'node:events'
import { AggregatorRegistry, type Registry } from 'prom-client'
import { z } from 'zod/mini'

/** Milliseconds: a worker that ends sooner after its start counts as an early end, and its restart is delayed. */
const soon = 10_000
/** Early ends in a row after which the supervisor gives up. */
const mostEarly = 5
/** Milliseconds that a worker waits for the metrics of all workers. */
const patience = 5000

const endMessage = 'motorkin:end'
const asking = z.object({ type: z.literal('motorkin:numbers'), id: z.int() })
const answering = z.object({ type: z.literal('motorkin:numbers-are'), id: z.int(), text: z.string() })

/**
 * Starts `count` workers of this program and restarts each that ends. Calls `ready` with the port when all listen, and
 * `failed` when workers end repeatedly right after their start. `end` tells all workers to end, and resolves when they have
 * ended.
 */
export function supervise(
  count: number,
  o: {
    ready: (port: number) => void
    failed: () => void
    log: { warn: (fields: object, words: string) => void; error: (error: unknown, words: string) => void }
  },
): { end: () => Promise<void> } {
  let ending = false
  let early = 0
  let listening = 0
  const numbers = new AggregatorRegistry()
  const start = () => {
    if (ending) return
    const begun = performance.now()
    const worker = cluster.fork()
    worker.on('message', (message: unknown) => {
      const asked = asking.safeParse(message)
      if (!asked.success) return
      const { id } = asked.data
      void numbers.clusterMetrics().then(
        (text) => worker.isConnected() && worker.send({ type: 'motorkin:numbers-are', id, text }),
        (error: unknown) => o.log.error(error, 'the numbers of the workers could not be added up'),
      )
    })
    worker.once('exit', (code, signal) => {
      if (ending) return
      o.log.warn({ worker: worker.process.pid, code, signal }, 'a worker ended and is started again')
      early = performance.now() - begun < soon ? early + 1 : 0
      if (early >= mostEarly) o.failed()
      else setTimeout(start, early * 1000)
    })
  }
  cluster.on('listening', (_, address) => {
    listening += 1
    if (listening === count) o.ready(address.port)
  })
  for (let i = 0; i < count; i += 1) start()
  return {
    async end() {
      ending = true
      const workers = Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined)
      const ends = workers.map((worker) => once(worker, 'exit'))
      for (const worker of workers) {
        if (worker.isConnected()) worker.send(endMessage)
        else worker.kill('SIGTERM')
      }
      await Promise.all(ends)
    },
  }
}

/** Calls `end` when the supervisor requests it. When the supervisor dies, Node ends its workers at once. */
export function onSupervisorStop(end: () => void): void {
  process.on('message', (message) => {
    if (message === endMessage) end()
  })
}

/**
 * Lets the supervisor add up the metrics of this worker. Returns a function that reads the sums of all workers as Prometheus
 * text; it throws when the supervisor does not respond in time.
 */
export function shareNumbers(register: Registry): () => Promise<string> {
  AggregatorRegistry.setRegistries(register)
  // The constructor installs the listener that answers the supervisor.
  void new AggregatorRegistry()
  let last = 0
  return async () => {
    const id = (last += 1)
    const messages = on(process, 'message', { signal: AbortSignal.timeout(patience) })
    process.send?.({ type: 'motorkin:numbers', id })
    for await (const [message] of messages) {
      const read = answering.safeParse(message)
      if (read.success && read.data.id === id) return read.data.text
    }
    throw new Error('The supervisor does not answer.')
  }
}
