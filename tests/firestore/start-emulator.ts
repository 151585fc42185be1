import type { TestProject } from 'vitest/node'
import { findEmulator, startEmulator } from '../support/firestore-emulator.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** host:port of Firestore's emulator. */
    firestore: string
  }
}

/** One for all files of a run; returns what stops it. */
export async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const found = findEmulator()
  if (!found) return undefined
  const { host, stop } = await startEmulator(found)
  project.provide('firestore', host)
  return stop
}
