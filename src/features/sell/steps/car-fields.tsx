import { useEffect, useRef } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { limits } from '#contract/limits.ts'
import { useBrands, useCarTypes, useServerNow } from '#local/react'
import { Choice, Line } from './inputs.tsx'
import type { AdValues } from '../form/ad-values.ts'

/** The current year and the 24 before it (R-POST-26, R-CONST-19). */
function listYears(now: number): string[] {
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
      <Choice name="year" label="Year" options={listYears(now)} />
      <Line name="title" label="Title" maxLength={200} autoComplete="off" />
      <Choice name="bodytype" label="Body type" options={carTypes} />
    </>
  )
}

/** Make and the models of that make; another make has none of the old one's models (R-POST-23, R-POST-35). */
function MakeModel() {
  const { control, setValue } = useFormContext<AdValues>()
  const make = useWatch({ control, name: 'make' })
  const brands = useBrands()
  const models = brands.data?.find((brand) => brand.maketitle === make)?.models ?? []
  const unknown = brands.status === 'failed'
  return (
    <>
      <Choice
        name="make"
        label="Make"
        options={brands.data?.map((brand) => brand.maketitle) ?? []}
        unknown={unknown}
        onChoice={() => setValue('model', '', { shouldDirty: true })}
      />
      <Choice
        name="model"
        label="Model"
        empty={make === '' ? 'Select a make first' : undefined}
        options={models.map((model) => model.modeltitle)}
        unknown={unknown}
      />
    </>
  )
}
