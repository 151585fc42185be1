import { grouped, regionOf, priceText } from '#contract/values/region.ts'
import { useSiteSettings } from '#local/react'

export type FormatMoney = (amount: number) => string

/** Returns a function that formats amounts in the market's currency; `decimals` follows R-CAR-06. */
export function useMoney(): (amount: number, decimals?: 0 | 2) => string {
  const region = regionOf[useSiteSettings().market]
  return (amount, decimals = 0) => {
    if (decimals === 0) return priceText(amount, region)
    const [whole = '0', cents = '00'] = amount.toFixed(2).split('.')
    return `${region.currencySign}${grouped(Number(whole))}.${cents}`
  }
}

interface Props {
  amount: number
  decimals?: 0 | 2
  className?: string
}

export function Price({ amount, decimals, className = '' }: Props) {
  const money = useMoney()
  return <span className={`font-display tabular-nums ${className}`}>{money(amount, decimals)}</span>
}
