import { type PlanMonths, planMonths } from '#contract/plans/plans.ts'

export type PaymentChoice = 'card' | 'deposit'

/** Choice of a person on /subscriptions. The address holds it, so that it survives a login (R-SUBS-10, R-AUTH-06). */
export interface PlanChoice {
  /** Type of the plan; undefined until one is chosen. */
  plan: string | undefined
  months: PlanMonths
  method: PaymentChoice
}

/** Reads the choice from an address; ignores invalid parts. */
export function readPlanAddress(search: string): PlanChoice {
  const params = new URLSearchParams(search)
  const months = Number(params.get('months'))
  return {
    plan: params.get('plan') ?? undefined,
    months: planMonths.find((m) => m === months) ?? 1,
    method: params.get('method') === 'deposit' ? 'deposit' : 'card',
  }
}

export function planAddress({ plan, months, method }: PlanChoice): string {
  const params = new URLSearchParams({
    ...(plan !== undefined && { plan }),
    months: String(months),
    method,
  })
  return `/subscriptions?${params.toString()}`
}
