import type { TestProject } from 'vitest/node'
import { findEmulator, startEmulator } from '../support/firestore-emulator.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** host:port of the Firestore emulator. */
    firestore: string
  }
}

/** Starts one emulator for all files of a run. Returns a function that stops it. */
export async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const found = findEmulator()
  if (!found) return undefined
  const { host, stop } = await startEmulator(found)
  project.provide('firestore', host)
  return stop
}
