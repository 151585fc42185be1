import { AppError, errorRules } from '#contract/errors.ts'
import { pageSizes } from '#contract/limits.ts'
import { type DealerSummary, type DealerProfile, dealerRoutes } from '#contract/users/dealers.ts'
import type { Get } from '../../cache/reads.ts'
import { useLocal } from '../context.ts'
import { useReading, type ReadResult } from '../read-result.ts'

/** Hooks for dealers: public, and stored for any person on this phone. */

function useCached<T>(k: string, load: (get: Get) => Promise<T>): ReadResult<T> {
  const { reads } = useLocal()
  return useReading<T>({
    key: ['cached', k],
    network: () => reads.cached(k, load),
    phone: (phone) => phone.cached<T>(k),
  })
}

export interface DealerPage {
  data: DealerSummary[]
  count: number
}

/** One page of the dealers, by name; with a search those that have a word beginning with each of its words. */
export const useDealers = (page: number, search = ''): ReadResult<DealerPage> =>
  useCached(`dealers:${page}:${search}`, async (get) => {
    const body = { page, limit: pageSizes.dealers, ...(search !== '' && { search }) }
    const { data, totalCount } = await get(dealerRoutes.getDealerList, { body })
    return { data, count: totalCount }
  })

/** A dealer; `undefined` in it means that the server has none there. That is stored as well: it takes the old copy's place. */
export const useDealer = (id: string): ReadResult<{ dealer: DealerProfile | undefined }> =>
  useCached<{ dealer: DealerProfile | undefined }>(`dealer:${id}`, async (get) => {
    try {
      return { dealer: (await get(dealerRoutes.getDealerProfile, { params: { id } })).data }
    } catch (error) {
      if (error instanceof AppError && errorRules[error.code].action === 'show') return { dealer: undefined }
      throw error
    }
  })

/** Dealers that pay to be shown on the home page, the longest subscribed first (R-API-20, R-SUBS-06). */
export const useFeaturedDealers = (): ReadResult<DealerSummary[]> =>
  useCached('dealers:featured', async (get) => (await get(dealerRoutes.getDealershipList)).data)
