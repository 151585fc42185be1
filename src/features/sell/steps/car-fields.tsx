import { useEffect, useRef } from 'react'
import { useController, useFormContext, useWatch } from 'react-hook-form'
import { adFuels, adTransmissions, conditions, drives, limits } from '#contract/limits.ts'
import { useBrands, useCarTypes, useServerNow } from '#local/react'
import { Choice, Line } from './inputs.tsx'
import type { AdValues } from '../form/ad-values.ts'
import { carFeatures, exteriorColours, interiorColours } from '#contract/values/options.ts'
import { Checkbox } from '#ui/form/checkbox.tsx'

/** Returns the current year and the 24 years before it (R-POST-26, R-CONST-19). */
function listYears(now: number): string[] {
  const year = new Date(now).getFullYear()
  return Array.from({ length: limits.adYears }, (_, back) => String(year - back))
}

/** Shows the fields that identify the car; suggests a title until the person types another title. */
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

/** Shows the fields for make and model of that make; a new make clears the model (R-POST-23, R-POST-35). */
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

/** Shows the fields for condition, technical data and features (R-POST-27 to R-POST-32). */
export function ConditionFields() {
  return (
    <>
      <Choice name="condition" label="Condition" options={conditions} />
      <Line
        name="mileage"
        label="Mileage"
        inputMode="numeric"
        autoComplete="off"
        placeholder="68 000 km"
        maxLength={40}
      />
      <Choice name="fueltype" label="Fuel type" options={adFuels} />
      <Line name="engine" label="Engine" autoComplete="off" placeholder="2.8 GD-6" maxLength={80} />
      <Choice name="transmission" label="Transmission" options={adTransmissions} />
      <Choice name="drive" label="Drive" options={drives} />
      <Choice name="exteriorcolor" label="Exterior colour" options={exteriorColours} />
      <Choice name="interiorcolor" label="Interior colour" options={interiorColours} />
      <div className="col-span-full">
        <Features />
      </div>
    </>
  )
}

/** Shows the features as checkboxes (R-POST-04, R-POST-32); adds features of the ad that the list lacks. */
function Features() {
  const { control } = useFormContext<AdValues>()
  const { field, fieldState } = useController({ control, name: 'carfeatures' })
  const chosen = field.value
  const standard: readonly string[] = carFeatures
  const all = [...standard, ...chosen.filter((one) => !standard.includes(one))]
  const toggle = (feature: string, on: boolean) =>
    field.onChange(on ? [...chosen, feature] : chosen.filter((one) => one !== feature))
  const error = fieldState.error?.message
  return (
    <fieldset className="min-w-0" aria-describedby={error ? 'features-error' : undefined}>
      <legend className="text-sm font-medium">
        Features <span className="font-normal text-ink-3">· {chosen.length} selected</span>
      </legend>
      <div className="mt-1 grid grid-cols-1 gap-x-4 min-[22rem]:grid-cols-2 lg:grid-cols-3">
        {all.map((feature, at) => (
          <Checkbox
            key={feature}
            ref={at === 0 ? field.ref : undefined}
            label={feature}
            checked={chosen.includes(feature)}
            onChange={(event) => toggle(feature, event.target.checked)}
            onBlur={field.onBlur}
            className="text-base!"
          />
        ))}
      </div>
      {error && (
        <p id="features-error" className="mt-1.5 text-13 font-medium text-danger">
          {error}
        </p>
      )}
    </fieldset>
  )
}
