// Entry of the worker thread that runs the embedded database, so that a long query never blocks the server's event loop.
import { parentPort, workerData } from 'node:worker_threads'
import { type DatabasePlace, serveDatabase } from './serve-database.ts'

if (parentPort) await serveDatabase(parentPort, workerData as DatabasePlace)
