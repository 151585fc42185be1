import { useController, useFormContext } from 'react-hook-form'
import { carFeatures } from '#contract/values/options.ts'
import { Checkbox } from '#ui/form/checkbox.tsx'
import type { AdValues } from '../form/ad-values.ts'

/** What the car has (R-POST-04, R-POST-32); what an ad names beside the list stays. */
export function Features() {
  const { control } = useFormContext<AdValues>()
  const { field, fieldState } = useController({ control, name: 'carfeatures' })
  const chosen = field.value
  const known: readonly string[] = carFeatures
  const all = [...known, ...chosen.filter((one) => !known.includes(one))]
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
