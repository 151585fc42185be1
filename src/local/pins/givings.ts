import { steps, type Giving } from '../cache/room.ts'
import type { FreeingPorts } from './freeing.ts'

export type { FreeingPorts }

/** What can be given up; how that is done is loaded on the few phones that are full. What cannot be is passed over. */
export const createGivings = (ports: FreeingPorts): Giving[] =>
  steps.map((step) => ({
    step,
    async free() {
      const { givingsOf } = await import('./freeing.ts')
      await givingsOf(ports)
        .find((giving) => giving.step === step)
        ?.free()
    },
  }))
