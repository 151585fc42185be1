import { priceRange } from '#contract/limits.ts'
import type { Scale } from '#ui/form/scale.ts'

/** Positions of the track. */
export const ticks = 1000

/**
 * Where an amount sits on the track. Most cars lie at the cheap end of the range, so the track is spent in proportion
 * to the square root: fine steps where cars are cheap, coarse ones above. Both ends are exact.
 */
export function tickOf(amount: number): number {
  const share = Math.min(1, Math.max(0, amount / priceRange.max))
  return Math.round(Math.sqrt(share) * ticks)
}

/**
 * The amount at a tick: a round figure, always on the documented step. Amounts between the ticks are reached by keys,
 * one step of 50 at a time, and by typing (R-VAL-03).
 */
export function amountAt(tick: number): number {
  const share = Math.min(1, Math.max(0, tick / ticks))
  const exact = share * share * priceRange.max
  const step = exact < 10_000 ? priceRange.step : exact < 100_000 ? 1000 : exact < 1_000_000 ? 5000 : 25_000
  return Math.min(priceRange.max, Math.round(exact / step) * step)
}

/** The slider's track, as the slider reads it. */
export const priceScale: Scale = { ticks, tickOf, valueAt: amountAt }

/** A typed amount is taken exactly; empty or unreadable means the end of the range (R-VAL-04). */
export function typedAmount(text: string, whenEmpty: number): number {
  const digits = text.replace(/\D/g, '').slice(0, 12)
  return digits === '' ? whenEmpty : Number(digits)
}
