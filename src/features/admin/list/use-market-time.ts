import { regionOf } from '#contract/values/region.ts'
import { useSiteSettings } from '#local/react'
import { formatDayAndTime } from '#ui/show/day-and-time.ts'

/** Day and time of an instant, on the clock of the market. */
export function useMarketTime(): (iso: string) => string {
  const { timeZone } = regionOf[useSiteSettings().market]
  return (iso) => formatDayAndTime(iso, timeZone)
}
/** Its day alone. */
export const dayOf = (time: string): string => time.split(',', 1)[0] ?? time
