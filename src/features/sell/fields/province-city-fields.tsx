import { useFormContext, useWatch } from 'react-hook-form'
import { usePlaceNames } from '#parts/search/use-place-names.ts'
import type { AdValues } from '../form/ad-values.ts'
import { Choice } from './choice.tsx'

/** Province and the cities of that province (R-POST-24); without signal what this phone knows of them. */
export function ProvinceCityFields() {
  const { control, setValue } = useFormContext<AdValues>()
  const province = useWatch({ control, name: 'province' })
  const { provinces, cities, isKnown } = usePlaceNames(province)
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
        unknown={provinces.status === 'failed' || (isKnown && cities.status === 'failed')}
      />
    </>
  )
}
