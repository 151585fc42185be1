import { pageSizes } from '#contract/limits.ts'
import type { DealerSummary, DealerProfile } from '#contract/users/dealers.ts'
import type { ReadResult } from '../read-result.ts'
import { ifThere, useCached } from './use-mine.ts'

// The schemas are loaded with the first request.
const routes = async () => (await import('#contract/users/dealers.ts')).dealerRoutes

/** Returns one page of the dealers, by name; with a search, those that have a word beginning with each of its words. */
export const useDealers = (page: number, search = ''): ReadResult<{ data: DealerSummary[]; count: number }> =>
  useCached(`dealers:${page}:${search}`, async (get) => {
    const body = { page, limit: pageSizes.dealers, ...(search !== '' && { search }) }
    const { data, totalCount } = await get(async () => (await routes()).getDealerList, { body })
    return { data, count: totalCount }
  })

/** Returns a dealer; `dealer` is undefined when the server has none with this id. */
export const useDealer = (id: string): ReadResult<{ dealer: DealerProfile | undefined }> =>
  useCached(`dealer:${id}`, async (get) => ({
    dealer: await ifThere(get(async () => (await routes()).getDealerProfile, { params: { id } })),
  }))

/** Returns dealers that pay to be shown on the home page, the longest subscribed first (R-API-20, R-SUBS-06). */
export const useFeaturedDealers = (): ReadResult<DealerSummary[]> =>
  useCached(
    'dealers:featured',
    async (get) => (await get(async () => (await routes()).getDealershipList)).data,
  )

/** Returns the number of all dealers. */
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
