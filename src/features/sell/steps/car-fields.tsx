import { useEffect, useRef } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { limits } from '#contract/limits.ts'
import { useCarTypes, useServerNow } from '#local/react'
import { Choice } from '../fields/choice.tsx'
import { Line } from '../fields/line.tsx'
import { MakeModel } from '../fields/make-model.tsx'
import type { AdValues } from '../form/ad-values.ts'

/** The current year and the 24 before it (R-POST-26, R-CONST-19). */
export function yearsUntil(now: number): string[] {
  const year = new Date(now).getFullYear()
  return Array.from({ length: limits.adYears }, (_, back) => String(year - back))
}

/** Which car it is; its title is suggested until a person writes another one. */
export function CarFields() {
  const { control, setValue, getValues } = useFormContext<AdValues>()
  const now = useServerNow()
  const carTypes = useCarTypes()
  const [make, model, year] = useWatch({ control, name: ['make', 'model', 'year'] })
  const suggestion =
    make === '' || model === '' ? '' : [year, make, model].filter((part) => part !== '').join(' ')
  const before = useRef(suggestion)
  useEffect(() => {
    const last = before.current
    before.current = suggestion
    if (suggestion === last) return
    const title = getValues('title')
    if (title === '' || title === last)
      setValue('title', suggestion, { shouldDirty: true, shouldValidate: suggestion !== '' })
  }, [suggestion, getValues, setValue])
  return (
    <>
      <MakeModel />
      <Choice name="year" label="Year" empty="Select year" options={yearsUntil(now)} />
      <Line name="title" label="Title" maxLength={200} autoComplete="off" />
      <Choice name="bodytype" label="Body type" empty="Select body type" options={carTypes} />
    </>
  )
}
