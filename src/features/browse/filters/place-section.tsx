import { useState, useId } from 'react'
import { IconCurrentLocation } from '@tabler/icons-react'
import { fold } from '#catalogue'
import type { City, Province } from '#contract/reference.ts'
import { useCities, useProvinces } from '#local/react'
import { Button } from '#ui/button.tsx'
import { NearMe } from '#parts/search/near-me.tsx'
import { changeFilters, isChosen, toggleOption, removeParent } from '#parts/search/filter-change.ts'
import { countIn } from './facets.ts'
import { OptionList } from './option-list.tsx'
import { PanelSection, type SectionProps } from './panel-section.tsx'

const steps = [0, 25, 50, 100, 200]

/** Chooses the distance around the chosen cities; a distance from the address that is not a step gets its own choice. */
function Distance({ state, onChange }: Pick<SectionProps, 'state' | 'onChange'>) {
  const name = useId()
  const within = state.within_km ?? 0
  const choices = [...new Set([...steps, within])].sort((a, b) => a - b)
  const [only] = state.city
  const whose = state.city.length === 1 ? only : 'these cities'
  return (
    <fieldset className="mt-3 min-w-0">
      <legend className="text-sm font-medium text-ink-2">Distance from {whose}</legend>
      <div className="mt-2 grid grid-cols-5 gap-1.5 wide:grid-cols-3">
        {choices.map((km) => (
          <label
            key={km}
            className="relative flex min-h-11 items-center justify-center rounded-pill border border-line bg-surface text-13 tabular-nums font-medium transition has-checked:border-brand has-checked:bg-brand-tint has-checked:text-brand has-checked:ring-1 has-checked:ring-brand has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-brand"
          >
            <input
              type="radio"
              name={name}
              value={km}
              checked={within === km}
              onChange={() => onChange(changeFilters(state, { within_km: km === 0 ? undefined : km }))}
              className="sr-only"
            />
            {km === 0 ? (
              <span>
                City<span className="sr-only"> only</span>
              </span>
            ) : (
              `${km} km`
            )}
          </label>
        ))}
      </div>
    </fieldset>
  )
}

const short = 5

/** Shows the provinces, then the cities of the chosen provinces (R-LIST-14, R-LIST-15). */
export function PlaceSection({ state, facets, waiting, onChange }: SectionProps) {
  const [refused, setRefused] = useState<string>()
  const provinces = useProvinces()
  const all = provinces.data ?? []
  const isOn = (p: Province) =>
    isChosen(state, 'province', p.state_name) || isChosen(state, 'province', p._id)
  const chosen = all.filter(isOn)
  const cities = useCities(chosen.map((p) => p._id)).data ?? []

  function toggle(province: Province) {
    const children = cities
      .filter((c) => c.state_id === province._id)
      .map((c) => ({ id: c._id, title: c.city_name }))
    onChange(
      isOn(province)
        ? removeParent(state, 'province', { id: province._id, title: province.state_name, children })
        : changeFilters(state, { province: [...state.province, province.state_name] }),
    )
  }
  return (
    <PanelSection title="Locations" name="place" chosen={state.province.length + state.city.length}>
      <NearMe
        state={state}
        onChange={(next) => {
          setRefused(undefined)
          onChange(next)
        }}
        onRefused={setRefused}
      >
        {({ busy, onClick }) => (
          <Button look="outline" size="sm" wide icon={IconCurrentLocation} loading={busy} onClick={onClick}>
            Near me
          </Button>
        )}
      </NearMe>
      <output
        className={`block text-13 ${refused === undefined ? 'mt-1.5 text-ink-3' : 'mt-2 text-amber-ink'}`}
      >
        {refused ?? 'Your position stays on this phone.'}
      </output>
      {state.city.length > 0 && <Distance state={state} onChange={onChange} />}
      <h4 className="mt-4 font-sans text-sm font-medium tracking-normal text-ink-2">Province</h4>
      <OptionList
        options={all.map((province) => {
          const name = province.state_name
          return { value: name, label: name, count: countIn(facets, 'province', name), province }
        })}
        isOn={({ province }) => isOn(province)}
        onToggle={({ province }) => toggle(province)}
        waiting={waiting || provinces.status === 'loading'}
        short={short}
        all="provinces"
      />
      {chosen.map((p) => (
        <Cities key={p._id} province={p} cities={cities} state={state} facets={facets} onChange={onChange} />
      ))}
    </PanelSection>
  )
}

interface CitiesProps extends Omit<SectionProps, 'waiting'> {
  province: Province
  cities: readonly City[]
}

function Cities({ province, cities, state, facets, onChange }: CitiesProps) {
  const own = cities.filter((c) => c.state_id === province._id)
  if (own.length === 0) return null
  const idOf = new Map(own.map((c) => [fold(c.city_name), c._id]))
  const spelling = (name: string) => {
    const id = idOf.get(fold(name)) ?? name
    return isChosen(state, 'city', id) ? id : name
  }
  return (
    <>
      <h4 className="mt-3 font-sans text-sm font-medium tracking-normal text-ink-2">
        City in {province.state_name}
      </h4>
      <OptionList
        options={own.map(({ city_name: name }) => ({
          value: name,
          label: name,
          count: countIn(facets, 'city', `${province.state_name}/${name}`),
        }))}
        isOn={({ value }) => isChosen(state, 'city', spelling(value))}
        onToggle={({ value }) => onChange(toggleOption(state, 'city', spelling(value)))}
        waiting={false}
        short={short}
        all="cities"
      />
    </>
  )
}
