import { z } from 'zod/mini'
import { profileEdit, type OpeningHours } from '#contract/users/profile.ts'
import { TextInput } from '#ui/form/text-input.tsx'
import type { Me } from '../use-me.ts'
import { EditForm } from './edit-form.tsx'
import { useId } from 'react'
import { type FieldErrors, useWatch } from 'react-hook-form'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/form/checkbox.tsx'
import { controlLook } from '#ui/form/field.tsx'
import { days } from '#parts/contact/opening-hours.ts'
import type { Edit, EditFormValues } from './use-edit-form.ts'

type Day = NonNullable<OpeningHours[number]>
const usual: Day = { open: '08:00', close: '17:00' }
const weekdays = 5

/** Edits the opening hours: seven days, each closed or open from one time to another; or none. */
function OpeningHoursField({ form: { control, setValue, formState } }: Pick<Edit, 'form'>) {
  const week = useWatch({ control, name: 'opening_hours' })
  const put = (next: OpeningHours) => {
    setValue('opening_hours', next, { shouldDirty: true, shouldTouch: true, shouldValidate: next.length > 0 })
  }
  const change = (day: number, hours: Day | null) => put(week.map((old, at) => (at === day ? hours : old)))
  const [monday = null] = week
  return (
    <fieldset className="min-w-0">
      <legend className="text-sm font-medium">Opening hours</legend>
      {week.length === 0 ? (
        <>
          <p className="mt-1 text-sm text-ink-2">Buyers see when they can come by.</p>
          <Button
            look="outline"
            size="sm"
            className="mt-2"
            onClick={() => put(days.map((_, day) => (day < weekdays ? usual : null)))}
          >
            Add opening hours
          </Button>
        </>
      ) : (
        <>
          <ul className="mt-1 divide-y divide-line rounded-grid border border-line bg-surface px-2.5 sm:px-3.5">
            {days.map((name, day) => (
              <DayRow
                key={name}
                name={name}
                hours={week[day] ?? null}
                error={errorOf(formState.errors, day)}
                onChange={(hours) => change(day, hours)}
              />
            ))}
          </ul>
          <div className="mt-2 flex flex-wrap gap-2">
            <Button
              look="secondary"
              size="sm"
              onClick={() => put(week.map((old, day) => (day < weekdays ? monday : old)))}
            >
              Same every weekday
            </Button>
            <Button look="quiet" size="sm" onClick={() => put([])}>
              Remove opening hours
            </Button>
          </div>
        </>
      )}
    </fieldset>
  )
}

function errorOf(errors: FieldErrors<EditFormValues>, day: number): string | undefined {
  const dayErrors = errors.opening_hours?.[day] as
    | { open?: { message?: string }; close?: { message?: string } }
    | undefined
  return dayErrors?.open?.message ?? dayErrors?.close?.message
}

interface DayProps {
  name: string
  hours: Day | null
  error: string | undefined
  onChange: (hours: Day | null) => void
}
function DayRow({ name, hours, error, onChange }: DayProps) {
  const id = useId()
  return (
    <li className="py-1.5">
      <div className="flex min-h-12 items-center gap-1.5">
        <Checkbox
          label={
            <>
              <span className="sm:hidden">{name.slice(0, 3)}</span>
              <span className="max-sm:hidden">{name}</span>
            </>
          }
          aria-label={`Open on ${name}`}
          checked={hours !== null}
          onChange={({ target }) => onChange(target.checked ? usual : null)}
          className="w-18 shrink-0 gap-2! text-base! sm:w-40"
        />
        {hours ? (
          (['open', 'close'] as const).map((end) => (
            <input
              key={end}
              type="time"
              aria-label={`${name} ${end === 'open' ? 'from' : 'to'}`}
              aria-invalid={error ? true : undefined}
              aria-describedby={error ? id : undefined}
              value={hours[end]}
              onChange={({ target }) => onChange({ ...hours, [end]: target.value })}
              className={`${controlLook} min-w-0 flex-1 px-2! [&::-webkit-calendar-picker-indicator]:ml-0`}
            />
          ))
        ) : (
          <span className="text-ink-3">Closed</span>
        )}
      </div>
      {error && (
        <p id={id} role="alert" className="pb-1.5 text-13 font-medium text-danger">
          {error}
        </p>
      )}
    </li>
  )
}

const names = ['businessname', 'businessAddress', 'opening_hours'] as const
/** Rules of the company's fields (R-VAL-29, R-VAL-30). */
const schema = z.pick(profileEdit, { businessname: true, businessAddress: true, opening_hours: true })

/** Shows the form of the company: name, address, logo and opening hours (R-PROF-07). */
export function EditCompany({ me }: { me: Me }) {
  return (
    <EditForm
      me={me}
      what="Your company"
      draft="company"
      names={names}
      schema={schema}
      picture={{ name: 'logo', label: 'Logo', of: (now) => now.businessname || now.fullname }}
    >
      {({ form, field }) => (
        <>
          <TextInput label="Business name" autoComplete="organization" {...field('businessname')} />
          <TextInput label="Business address" autoComplete="street-address" {...field('businessAddress')} />
          <OpeningHoursField form={form} />
        </>
      )}
    </EditForm>
  )
}
