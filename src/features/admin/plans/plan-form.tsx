import { type FormEvent, useEffect, useRef, useState } from 'react'
import { adminPlanRoutes, planChange, type PlanForAdmin } from '#contract/admin/admin-plans.ts'
import { type FieldErrors, fieldErrors } from '#contract/errors.ts'
import { useCall } from '#local/react'
import { ErrorNote } from '#parts/forms/error-note.tsx'
import { Button } from '#ui/button.tsx'
import { TextInput } from '#ui/form/text-input.tsx'
import { Textarea } from '#ui/form/textarea.tsx'
import { useNotify } from '#ui/layer/snackbar.tsx'
import { useFirstWrong } from '../list/use-first-wrong.ts'

/** A plan's words and numbers. What is wrong is said at its field, by the rules that the server has. */
export function PlanForm({ plan, onDone }: { plan: PlanForAdmin; onDone: (changed: boolean) => void }) {
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
  const numberOf = (text: string) => (text.trim() === '' ? undefined : Number(text.replace(',', '.')))

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
