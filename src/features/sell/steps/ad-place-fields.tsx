import { useFormContext, useWatch } from 'react-hook-form'
import { type ComponentType, lazy, Suspense } from 'react'
import { usePlaceNames } from '#parts/search/use-place-names.ts'
import { Textarea } from '#ui/form/textarea.tsx'
import { Choice, Line } from './inputs.tsx'
import { PriceField } from './price-field.tsx'
import type { AdValues } from '../form/ad-values.ts'
import type { DescribeButtonProps } from '../describe/describe-button.tsx'

/** What it costs and where it is. */
export function AdPlaceFields() {
  return (
    <>
      <div className="col-span-full">
        <PriceField />
      </div>
      <ProvinceCityFields />
      <div className="col-span-full">
        <Line
          name="address"
          label="Zip code or address"
          autoComplete="street-address"
          maxLength={200}
          hint="Shown in the ad. A street is enough."
        />
      </div>
      <div className="col-span-full">
        <Description />
      </div>
    </>
  )
}

/** Province and the cities of that province (R-POST-24); without signal what this phone knows of them. */
function ProvinceCityFields() {
  const { control, setValue } = useFormContext<AdValues>()
  const province = useWatch({ control, name: 'province' })
  const { provinces, cities, isListed } = usePlaceNames(province)
  return (
    <>
      <Choice
        name="province"
        label="Province"
        empty="Select province"
        autoComplete="address-level1"
        options={provinces.names}
        unknown={provinces.status === 'failed'}
        onChoice={() => setValue('city', '', { shouldDirty: true })}
      />
      <Choice
        name="city"
        label="City"
        empty={province === '' ? 'Select a province first' : 'Select city'}
        autoComplete="address-level2"
        options={cities.names}
        unknown={provinces.status === 'failed' || (isListed && cities.status === 'failed')}
      />
    </>
  )
}

/** Few have a text written; where its code cannot be had there is no button. */
const DescribeButton = lazy<ComponentType<DescribeButtonProps>>(() =>
  import('../describe/describe-button.tsx').then(
    (part) => ({ default: part.DescribeButton }),
    () => ({ default: () => null }),
  ),
)

/** Five rows for the seller's own words (R-POST-25), and the way to have some written (R-POST-07). */
function Description() {
  const { register, control, setValue, formState } = useFormContext<AdValues>()
  const values = useWatch({ control }) as AdValues
  return (
    <div className="space-y-2.5">
      <Textarea
        label="Description"
        rows={5}
        maxLength={20_000}
        hint="What a buyer would ask you: service history, owners, what was repaired."
        error={formState.errors.description?.message}
        {...register('description')}
      />
      <Suspense fallback={<div className="min-h-11" />}>
        <DescribeButton
          fields={{ ...values, status: 'active' }}
          description={values.description}
          onUse={(text) =>
            setValue('description', text, { shouldDirty: true, shouldTouch: true, shouldValidate: true })
          }
        />
      </Suspense>
    </div>
  )
}
