import type { DeskPorts, MarketWorker } from './desk.ts'

/** The worker of a real page; undefined where there are none. */
export const spawnMarketWorker: DeskPorts['spawn'] =
  typeof Worker === 'undefined'
    ? undefined
    : () =>
        new Worker(new URL('market-worker.ts', import.meta.url), {
          type: 'module',
        }) as unknown as MarketWorker
