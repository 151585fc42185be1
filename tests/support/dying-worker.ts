// The worker of the embedded database, which exits at once when it reads the text `drop dead`.
import { parentPort, workerData } from 'node:worker_threads'
import { type DatabasePlace, serveDatabase } from '../../server/kernel/db/serve-database.ts'

parentPort?.on('message', (message: unknown) => {
  if (message instanceof Uint8Array && Buffer.from(message).includes('drop dead')) process.exit(7)
})
if (parentPort) await serveDatabase(parentPort, workerData as DatabasePlace)
