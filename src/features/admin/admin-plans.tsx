import { useEffect, useRef, useState, type FormEvent } from 'react'
import { adminPlanRoutes, type PlanForAdmin, planChange } from '#contract/admin/admin-plans.ts'
import { ErrorNote } from '#parts/forms/error-note.tsx'
import { formatRand } from '#parts/plans/order-words.ts'
import { grouped } from '#contract/values/region.ts'
import { useServerQuery, useCall } from '#local/react'
import { Button } from '#ui/button.tsx'
import { Skeleton } from '#ui/show/skeleton.tsx'
import { type FieldErrors, fieldErrors } from '#contract/errors.ts'
import { TextInput } from '#ui/form/text-input.tsx'
import { Textarea } from '#ui/form/textarea.tsx'
import { useNotify } from '#ui/layer/snackbar.tsx'
import { useFirstWrong } from './list/focus.ts'

/** A plan's words and numbers. Errors are shown at their fields, by the rules of the server. */
function PlanForm({ plan, onDone }: { plan: PlanForAdmin; onDone: (changed: boolean) => void }) {
  const { run, busy, error } = useCall(adminPlanRoutes.savePlan)
  const notify = useNotify()
  const [typed, setTyped] = useState({
    title: plan.title,
    price: String(plan.price),
    car_limit: String(plan.car_limit),
    includes: plan.includes.join('\n'),
  })
  const [wrong, setWrong] = useState<FieldErrors>({})
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => form.current?.querySelector('input')?.focus(), [])
  useFirstWrong(form, wrong)
  // "1 500" and "1,500" are thousands to a person, "1,5" is one and a half.
  const numberOf = (text: string) =>
    text.trim() === '' ? undefined : Number(text.replace(/[\s,.](?=\d{3}(?!\d))/g, '').replace(',', '.'))

  async function send(event: FormEvent) {
    event.preventDefault()
    const read = planChange.safeParse({
      title: typed.title,
      price: numberOf(typed.price),
      car_limit: numberOf(typed.car_limit),
      includes: typed.includes.split('\n').filter((line) => line.trim() !== ''),
    })
    setWrong(read.success ? {} : fieldErrors(read.error.issues))
    if (!read.success) return
    const result = await run({ body: { plan_id: plan._id, ...read.data } })
    if (!result) return
    if (!result.ok) return setWrong(result.error.fields ?? {})
    notify({ severity: 'success', message: result.body.msg })
    onDone(true)
  }
  const at = (name: keyof typeof typed) => ({
    value: typed[name],
    onChange: ({ target }: { target: { value: string } }) => setTyped({ ...typed, [name]: target.value }),
    error: Object.entries(wrong).find(([field]) => field.split('.', 1)[0] === name)?.[1],
  })
  return (
    <form
      ref={form}
      noValidate
      aria-label={`Edit ${plan.title}`}
      onSubmit={(event) => void send(event)}
      className="space-y-4"
    >
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
      {error && Object.keys(wrong).length === 0 && !busy && <ErrorNote>{error.message}</ErrorNote>}
      <div className="flex flex-wrap justify-end gap-3">
        <Button look="outline" size="sm" onClick={() => onDone(false)}>
          Cancel
        </Button>
        <Button type="submit" size="sm" loading={busy}>
          Save
        </Button>
      </div>
    </form>
  )
}

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
        {!data &&
          !error &&
          Array.from({ length: 5 }, (_, key) => <Skeleton key={key} className="h-48 rounded-card!" />)}
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
        {plan.price === 0 ? 'Free' : formatRand(plan.price)}
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
