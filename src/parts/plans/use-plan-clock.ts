import { regionOf } from '#contract/values/region.ts'
import { useServerNow, useSiteSettings } from '#local/react'
import type { PlanClock } from './order-words.ts'

export function usePlanClock(): PlanClock {
  const { timeZone } = regionOf[useSiteSettings().market]
  return { now: useServerNow(), timeZone }
}
