import { ignoreExpected } from '#contract/values/expected.ts'
import { isPassing } from '../database/failures.ts'
import { useCallback } from 'react'
import { noMarket } from '../catalogue-replica/types.ts'
import type { MarketStatus } from '../cache/kept.ts'
import { cell } from '../platform/cell.ts'
import { useLocal, useReadable } from './context.ts'

export type { MarketStatus, Scope } from '../cache/kept.ts'

const nothing = cell(noMarket)

export interface MarketView {
  /** What this phone has of the market. */
  status: MarketStatus
  /** Asks the server for what changed, now; false when it could not be asked. */
  refresh: () => Promise<boolean>
}

/** The cars for sale that this phone keeps, and the pull that refreshes them. */
export function useMarket(): MarketView {
  const local = useLocal()
  const engine = useReadable(local.engine)
  const status = useReadable(engine?.market.status ?? nothing)
  const refresh = useCallback(
    () =>
      local
        .load()
        .then(({ market }) => market.refresh())
        .catch(ignoreExpected('refresh-market', isPassing))
        .then((asked) => asked ?? false),
    [local],
  )
  return { status, refresh }
}
