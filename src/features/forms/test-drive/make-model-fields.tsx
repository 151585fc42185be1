import type { ComponentProps } from 'react'
import { useBrands } from '#local/react'
import { Button } from '#ui/button.tsx'
import { Select } from '#ui/form/select.tsx'
import { TextInput } from '#ui/form/text-input.tsx'

type Chosen = Omit<ComponentProps<typeof Select>, 'label' | 'options' | 'value' | 'ref'> & { value: string }

const choices = (names: readonly string[] = [], chosen: string, first: string) => {
  const all = chosen === '' || names.includes(chosen) ? names : [chosen, ...names]
  return [{ value: '', label: first }, ...all.map((name) => ({ value: name, label: name }))]
}

/** The car that is asked for is known: its make and model stand fast. */
export function FixedMakeModel({ make, model }: { make: string; model: string }) {
  return (
    <div className="grid grid-cols-2 items-start gap-3 sm:gap-4">
      <TextInput label="Make" value={make} readOnly className="[&_input]:bg-sunken" />
      <TextInput label="Model" value={model} readOnly className="[&_input]:bg-sunken" />
    </div>
  )
}

/** Make and the models of that make, from the list this phone keeps (R-VAL-58, R-VAL-59). */
export function MakeModelFields({ make, model }: { make: Chosen; model: Chosen }) {
  const brands = useBrands()
  const loading = brands.status === 'loading'
  const models = brands.data?.find(({ maketitle }) => maketitle === make.value)?.models
  return (
    <div>
      <div className="grid grid-cols-2 items-start gap-3 sm:gap-4">
        <Select
          label="Make"
          options={choices(
            brands.data?.map(({ maketitle }) => maketitle),
            make.value,
            loading ? 'Loading…' : 'Choose',
          )}
          {...make}
        />
        <Select
          label="Model"
          options={choices(
            models?.map(({ modeltitle }) => modeltitle),
            model.value,
            make.value === '' ? 'Make first' : 'Choose',
          )}
          {...model}
        />
      </div>
      {brands.status === 'failed' && (
        <div className="mt-2 flex items-center justify-between gap-3 text-13 text-amber-ink">
          <output>The list of makes is not on this phone yet; it needs a signal.</output>
          <Button look="quiet" size="sm" className="shrink-0" onClick={brands.refresh}>
            Try again
          </Button>
        </div>
      )}
    </div>
  )
}
