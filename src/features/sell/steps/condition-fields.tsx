import { useController, useFormContext } from 'react-hook-form'
import { adFuels, adTransmissions, conditions, drives } from '#contract/limits.ts'
import { carFeatures, exteriorColours, interiorColours } from '#contract/values/options.ts'
import { Checkbox } from '#ui/form/checkbox.tsx'
import { Choice, Line } from './inputs.tsx'
import type { AdValues } from '../form/ad-values.ts'

/** What state it is in and what it has (R-POST-27 to R-POST-32). */
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

/** What the car has (R-POST-04, R-POST-32); what an ad names beside the list stays. */
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
