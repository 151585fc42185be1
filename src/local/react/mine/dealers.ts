import { pageSizes } from '#contract/limits.ts'
import type { DealerSummary, DealerProfile } from '#contract/users/dealers.ts'
import type { ReadResult } from '../read-result.ts'
import { ifThere, useCached } from './use-mine.ts'

// The schemas come with the first call.
const routes = async () => (await import('#contract/users/dealers.ts')).dealerRoutes

/** One page of the dealers, by name; with a search those that have a word beginning with each of its words. */
export const useDealers = (page: number, search = ''): ReadResult<{ data: DealerSummary[]; count: number }> =>
  useCached(`dealers:${page}:${search}`, async (get) => {
    const body = { page, limit: pageSizes.dealers, ...(search !== '' && { search }) }
    const { data, totalCount } = await get(async () => (await routes()).getDealerList, { body })
    return { data, count: totalCount }
  })

/** A dealer; `undefined` in it means that the server has none there. */
export const useDealer = (id: string): ReadResult<{ dealer: DealerProfile | undefined }> =>
  useCached(`dealer:${id}`, async (get) => ({
    dealer: await ifThere(get(async () => (await routes()).getDealerProfile, { params: { id } })),
  }))

/** Dealers that pay to be shown on the home page, the longest subscribed first (R-API-20, R-SUBS-06). */
export const useFeaturedDealers = (): ReadResult<DealerSummary[]> =>
  useCached(
    'dealers:featured',
    async (get) => (await get(async () => (await routes()).getDealershipList)).data,
  )

/** How many there are in all. */
export const useDealerCount = (): ReadResult<number> =>
  useCached('count:dealers', async (get) => {
    const { totalCount } = await get(async () => (await routes()).getDealerList, {
      body: { page: 1, limit: 1 },
    })
    return totalCount
  })
export const useActiveUsers = (): ReadResult<number> =>
  useCached(
    'count:users',
    async (get) => (await get(async () => (await routes()).allActiveUserCount)).users_count,
  )
