import { useFormContext, useWatch } from 'react-hook-form'
import { useBrands } from '#local/react'
import type { AdValues } from '../form/ad-values.ts'
import { Choice } from './choice.tsx'

/** Make and the models of that make; another make has none of the old one's models (R-POST-23, R-POST-35). */
export function MakeModel() {
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
        empty="Select make"
        options={brands.data?.map((brand) => brand.maketitle) ?? []}
        unknown={unknown}
        onChoice={() => setValue('model', '', { shouldDirty: true })}
      />
      <Choice
        name="model"
        label="Model"
        empty={make === '' ? 'Select a make first' : 'Select model'}
        options={models.map((model) => model.modeltitle)}
        unknown={unknown}
      />
    </>
  )
}
