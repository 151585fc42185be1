import { useEffect, useRef, useState } from 'react'
import { adminPlanRoutes, type PlanForAdmin } from '#contract/admin/admin-plans.ts'
import { ErrorNote } from '#parts/forms/error-note.tsx'
import { rand } from '#parts/plans/order-words.ts'
import { grouped } from '#contract/values/region.ts'
import { useServerQuery } from '#local/react'
import { Button } from '#ui/button.tsx'
import { Skeleton } from '#ui/show/skeleton.tsx'
import { PlanForm } from './plan-form.tsx'

const skeletons = ['a', 'b', 'c', 'd', 'e']

/** /admin/plans: what is on offer. */
export function AdminPlans() {
  const { data, error, busy, refresh } = useServerQuery(adminPlanRoutes.adminListPlans, {})
  const [edited, setEdited] = useState<string>()
  const [left, setLeft] = useState<string>()
  return (
    <>
      <p className="mt-1 text-ink-2">A new price counts for what is ordered from now on.</p>
      {error && !busy && (
        <div className="mt-4 space-y-3">
          <ErrorNote>{error.message}</ErrorNote>
          <Button look="outline" size="sm" onClick={refresh}>
            Try again
          </Button>
        </div>
      )}
      <ul className="mt-4 grid gap-4 lg:grid-cols-2" aria-busy={busy}>
        {!data && !error && skeletons.map((key) => <Skeleton key={key} className="h-48 rounded-card!" />)}
        {data?.data.map((plan) => (
          <li key={plan._id} className="rounded-card bg-surface p-5 shadow-e1">
            {edited === plan._id ? (
              <PlanForm
                plan={plan}
                onDone={(changed) => {
                  setEdited(undefined)
                  setLeft(plan._id)
                  if (changed) refresh()
                }}
              />
            ) : (
              <PlanView plan={plan} returned={left === plan._id} onEdit={() => setEdited(plan._id)} />
            )}
          </li>
        ))}
      </ul>
    </>
  )
}

function PlanView({ plan, returned, onEdit }: { plan: PlanForAdmin; returned: boolean; onEdit: () => void }) {
  const head = useRef<HTMLDivElement>(null)
  // Back from the form, one is at the button that opened it.
  useEffect(() => {
    if (returned) head.current?.querySelector('button')?.focus()
  }, [returned])
  return (
    <>
      <div ref={head} className="flex items-start justify-between gap-3">
        <h2 className="pt-2 text-xl font-bold wrap-anywhere">{plan.title}</h2>
        <Button look="outline" size="sm" onClick={onEdit}>
          Edit<span className="sr-only"> {plan.title}</span>
        </Button>
      </div>
      <p className="mt-1 font-display text-2xl font-bold tabular-nums">
        {plan.price === 0 ? 'Free' : rand(plan.price)}
        {plan.price > 0 && <span className="font-sans text-sm font-normal text-ink-2"> a month</span>}
      </p>
      <ul className="mt-3 list-disc space-y-1 pl-5 text-ink-2">
        <li>
          {plan.car_limit === 0 ? 'No ads of its own' : `${grouped(plan.car_limit)} ads for sale at a time`}
        </li>
        {plan.includes.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
      <p className="mt-3 text-13 text-ink-3 tabular-nums">
        {grouped(plan.running)} running, {grouped(plan.pending)} ordered and not paid yet
      </p>
    </>
  )
}
