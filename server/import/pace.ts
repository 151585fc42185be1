import { setTimeout as pause } from 'node:timers/promises'

/** Rows of one transaction: as many as are written in `aim` milliseconds, since every other question waits as long. */
const batch = { least: 3, first: 5, most: 200, aim: 6 }
/** Milliseconds in which others have the database for themselves: as long as the last rows took, within these. */
const breath = { least: 5, most: 100 }

/** How fast a table is written beside other work: rows of the next transaction, and the rest after the last one. */
export function createPace(): { batch: () => number; rest: () => Promise<void> } {
  let size = batch.first
  let begun = performance.now()
  return {
    batch: () => size,
    rest: async () => {
      const took = performance.now() - begun
      const fitting = Math.round(size * Math.min(2, batch.aim / took))
      size = Math.min(batch.most, Math.max(batch.least, fitting))
      await pause(Math.min(breath.most, Math.max(breath.least, took)))
      begun = performance.now()
    },
  }
}
