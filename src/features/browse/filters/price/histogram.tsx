import { priceRange } from '#contract/limits.ts'
import { amountAt, ticks } from './price-scale.ts'

const bars = 24

/** Cars up to an amount, read between the equal slices the counts come in. */
function upTo(slices: readonly number[], amount: number): number {
  const at = (amount / priceRange.max) * slices.length
  return slices.reduce((sum, n, i) => sum + n * Math.min(1, Math.max(0, at - i)), 0)
}

/** The counts redrawn on the slider's own scale, 0 to 1. */
export function heightsOf(slices: readonly number[]): number[] {
  const edge = (i: number) => amountAt((i * ticks) / bars)
  const counts = Array.from({ length: bars }, (_, i) => upTo(slices, edge(i + 1)) - upTo(slices, edge(i)))
  // The last bar holds "and more" as well: it is cut off rather than flattening all the others.
  const top = Math.max(...counts.slice(0, -1)) || Math.max(...counts)
  return counts.map((n) => (top === 0 ? 0 : Math.min(1, n / top)))
}

/** How prices are spread; bars outside the chosen range are faint. */
export function Histogram({ slices, low, high }: { slices: readonly number[]; low: number; high: number }) {
  const heights = heightsOf(slices)
  return (
    <svg viewBox={`0 0 ${bars * 10} 56`} preserveAspectRatio="none" aria-hidden className="h-14 w-full">
      {heights.map((h, i) => {
        const middle = ((i + 0.5) * ticks) / bars
        const inside = middle >= low && middle <= high
        const height = h === 0 ? 1.5 : Math.max(3, h * 56)
        return (
          <rect
            key={`bar-${i + 1}`}
            x={i * 10 + 1}
            y={56 - height}
            width={8}
            height={height}
            rx={1.5}
            className={inside ? 'fill-brand' : 'fill-line'}
          />
        )
      })}
    </svg>
  )
}
