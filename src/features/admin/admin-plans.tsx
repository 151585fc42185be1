import { adminPlanRoutes, type PlanForAdmin } from '#contract/admin/admin-plans.ts'
import { formatRand } from '#parts/plans/order-words.ts'
import { grouped } from '#contract/values/region.ts'
import { useServerQuery } from '#local/react'
import { Button } from '#ui/button.tsx'
import { Skeleton } from '#ui/show/skeleton.tsx'
import { TextInput } from '#ui/form/text-input.tsx'
import { readNumber } from '#ui/form/read-number.ts'
import { Textarea } from '#ui/form/textarea.tsx'
import { Answer } from './list/answer.tsx'
import { useAction } from './list/action-dialog.tsx'

/** Shows /admin/plans: the plans on offer, with a form for each. */
export function AdminPlans() {
  const query = useServerQuery(adminPlanRoutes.adminListPlans, {})
  const { ask, dialog } = useAction(query.refresh)
  const edit = ({ _id: plan_id, title, price, car_limit, includes }: PlanForAdmin) => {
    const inputs = {
      title,
      price: String(price),
      car_limit: String(car_limit),
      includes: includes.join('\n'),
    }
    return ask({
      title: `Edit ${title}`,
      yes: 'Save',
      route: adminPlanRoutes.savePlan,
      inputs,
      // Only fields changed here are sent: another admin may have changed the others meanwhile.
      body: (_, entered) => ({
        plan_id,
        ...(entered.title !== inputs.title && { title: entered.title }),
        ...(entered.price !== inputs.price && { price: readNumber(entered.price) }),
        ...(entered.car_limit !== inputs.car_limit && { car_limit: readNumber(entered.car_limit) }),
        ...(entered.includes !== inputs.includes && {
          includes: entered.includes.split('\n').filter((line) => line.trim() !== ''),
        }),
      }),
      children: ({ at }) => (
        <>
          <TextInput label="Title" {...at('title')} />
          <div className="grid gap-4 sm:grid-cols-2">
            <TextInput label="Rand a month" prefix="R" inputMode="decimal" {...at('price')} />
            <TextInput
              label="Ads for sale at a time"
              inputMode="numeric"
              hint="For running plans too"
              {...at('car_limit')}
            />
          </div>
          <Textarea label="Includes" hint="One sentence a line" rows={5} {...at('includes')} />
        </>
      ),
    })
  }
  return (
    <>
      <p className="mt-1 text-ink-2">A new price counts for what is ordered from now on.</p>
      <Answer query={query} what="The plans" skeleton={<Skeleton className="mt-4 h-96 rounded-card!" />}>
        {({ data }) => (
          <ul className="mt-4 grid gap-4 lg:grid-cols-2">
            {data.map((plan) => (
              <li key={plan._id} className="rounded-card bg-surface p-5 shadow-e1">
                <div className="flex items-start justify-between gap-3">
                  <h2 className="pt-2 text-xl font-bold wrap-anywhere">{plan.title}</h2>
                  <Button look="outline" size="sm" onClick={() => edit(plan)}>
                    Edit<span className="sr-only"> {plan.title}</span>
                  </Button>
                </div>
                <p className="mt-1 font-display text-2xl font-bold tabular-nums">
                  {plan.price === 0 ? 'Free' : formatRand(plan.price)}
                  {plan.price > 0 && (
                    <span className="font-sans text-sm font-normal text-ink-2"> a month</span>
                  )}
                </p>
                <ul className="mt-3 list-disc space-y-1 pl-5 text-ink-2">
                  <li>
                    {plan.car_limit === 0
                      ? 'No ads of its own'
                      : `${grouped(plan.car_limit)} ads for sale at a time`}
                  </li>
                  {plan.includes.map((sentence) => (
                    <li key={sentence}>{sentence}</li>
                  ))}
                </ul>
                <p className="mt-3 text-13 text-ink-3 tabular-nums">
                  {grouped(plan.running)} running, {grouped(plan.pending)} ordered and not paid yet
                </p>
              </li>
            ))}
          </ul>
        )}
      </Answer>
      {dialog}
    </>
  )
}
