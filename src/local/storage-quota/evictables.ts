import { steps, type Evictable } from '../cache/make-room.ts'
import type { FreeingPorts } from './freeing.ts'

/** What can be given up; how that is done is loaded on the few phones that are full. What cannot be is passed over. */
export const createEvictables = (ports: FreeingPorts): Evictable[] =>
  steps.map((step) => ({
    step,
    async free() {
      const { evictablesOf } = await import('./freeing.ts')
      await evictablesOf(ports)
        .find((evictable) => evictable.step === step)
        ?.free()
    },
  }))
