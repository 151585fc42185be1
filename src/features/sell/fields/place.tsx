import { useFormContext, useWatch } from 'react-hook-form'
import { useCities, useProvinces } from '#local/react'
import type { AdValues } from '../form/ad-values.ts'
import { Choice } from './choice.tsx'

/** Province and the cities of that province (R-POST-24); without signal what this phone knows of them. */
export function Place() {
  const { control, setValue } = useFormContext<AdValues>()
  const province = useWatch({ control, name: 'province' })
  const provinces = useProvinces()
  const id = provinces.data?.find((p) => p.state_name === province)?._id
  const cities = useCities(id === undefined ? [] : [id])
  return (
    <>
      <Choice
        name="province"
        label="Province"
        empty="Select province"
        autoComplete="address-level1"
        options={provinces.data?.map((p) => p.state_name) ?? []}
        unknown={provinces.status === 'failed'}
        onChoice={() => setValue('city', '', { shouldDirty: true })}
      />
      <Choice
        name="city"
        label="City"
        empty={province === '' ? 'Select a province first' : 'Select city'}
        autoComplete="address-level2"
        options={cities.data?.map((c) => c.city_name) ?? []}
        unknown={provinces.status === 'failed' || (id !== undefined && cities.status === 'failed')}
      />
    </>
  )
}
