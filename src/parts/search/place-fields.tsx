import type { ComponentProps } from 'react'
import type { ReadResult } from '#local/react'
import { ListMissing } from '../forms/error-note.tsx'
import { Select } from '#ui/form/select.tsx'
import { usePlaceNames } from './use-place-names.ts'

/** Props of a select from its form. */
export type Chosen = Omit<ComponentProps<typeof Select>, 'label' | 'options' | 'value'> & { value: string }

/** Returns the options of a list of names; the chosen name is an option also while the list is not loaded. */
export function namesToChoose(names: readonly string[] = [], chosen: string, first: string) {
  const all = chosen === '' || names.includes(chosen) ? names : [chosen, ...names]
  return [{ value: '', label: first }, ...all.map((name) => ({ value: name, label: name }))]
}
const first = ({ status }: ReadResult<unknown>, words: string) => (status === 'loading' ? 'Loading…' : words)

/** Asks for province and city by name, from lists on this phone; the cities are those of the province. */
export function PlaceFields({ province, city }: { province: Chosen; city: Chosen }) {
  const { provinces, cities, isListed } = usePlaceNames(province.value)
  const failed = [provinces, cities].find(({ status }) => status === 'failed')
  return (
    <div>
      <div className="grid grid-cols-2 items-start gap-3 sm:gap-4">
        <Select
          label="Province"
          autoComplete="address-level1"
          options={namesToChoose(provinces.names, province.value, first(provinces, 'Choose'))}
          {...province}
        />
        <Select
          label="City"
          autoComplete="address-level2"
          options={namesToChoose(
            cities.names,
            city.value,
            first(cities, isListed ? 'Choose' : 'Province first'),
          )}
          {...city}
        />
      </div>
      {failed && <ListMissing of="places" onRetry={failed.refresh} />}
    </div>
  )
}
