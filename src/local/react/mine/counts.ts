import { dealerRoutes } from '#contract/users/dealers.ts'
import type { Get } from '../../cache/reads.ts'
import { useLocal } from '../context.ts'
import { useReading, type ReadResult } from '../read-result.ts'

/** How many there are in all. Kept with what is one's own, also a guest's, so that no table is needed for two numbers. */
function useCount(of: string, count: (get: Get) => Promise<number>): ReadResult<number> {
  const local = useLocal()
  const k = `count:${of}`
  return useReading({
    // The same for everybody.
    key: ['mine-for-all', k],
    network: () => local.reads.mine(k, async (get) => ({ value: await count(get) })),
    phone: (phone) => phone.mine<number>(k),
  })
}

export const useDealerCount = (): ReadResult<number> =>
  useCount(
    'dealers',
    async (get) => (await get(dealerRoutes.getDealerList, { body: { page: 1, limit: 1 } })).totalCount,
  )

export const useActiveUsers = (): ReadResult<number> =>
  useCount('users', async (get) => (await get(dealerRoutes.allActiveUserCount)).users_count)
