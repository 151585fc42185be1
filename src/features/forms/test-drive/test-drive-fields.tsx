import { useFormContext } from 'react-hook-form'
import type { CarDetail } from '#contract/cars.ts'
import type { TestDriveFormValues } from '#contract/forms/test-drives.ts'
import type { RegionSettings } from '#contract/values/region.ts'
import { type Chosen, namesToChoose, PlaceFields } from '#parts/search/place-fields.tsx'
import { ListMissing } from '#parts/forms/error-note.tsx'
import { TextInput } from '#ui/form/text-input.tsx'
import { DateTimeField } from '#parts/forms/date-time-field.tsx'
import { useBrands } from '#local/react'
import { Select } from '#ui/form/select.tsx'
import type { FieldOf } from '#parts/forms/use-outbox-form.ts'
import { WhoFields } from '../who-fields.tsx'

interface TestDriveFieldsProps {
  region: RegionSettings
  /** The car of the test drive, if a car is given. */
  car: CarDetail | undefined
  field: FieldOf<TestDriveFormValues>
}
const changed = { shouldDirty: true, shouldTouch: true }

/** Asks for person, place, car and time. A new province resets the city, and a new make resets the model. */
export function TestDriveFields({ region, car, field }: TestDriveFieldsProps) {
  const { watch, setValue } = useFormContext<TestDriveFormValues>()
  const { timeZone, prefix, gsmDigits } = region
  return (
    <>
      <WhoFields
        fullname={field('fullname')}
        email={field('email')}
        mobile_number={field('mobile_number')}
        prefix={prefix.testDrive}
        digits={gsmDigits}
      />
      <PlaceFields
        province={{
          ...field('state', { onChange: () => setValue('city', '', changed) }),
          value: watch('state'),
        }}
        city={{ ...field('city'), value: watch('city') }}
      />
      <TextInput label="Post code" autoComplete="postal-code" {...field('postcode')} />
      {car ? (
        <FixedMakeModel make={car.make} model={car.model} />
      ) : (
        <MakeModelFields
          make={{
            ...field('car_brand', { onChange: () => setValue('car_model', '', changed) }),
            value: watch('car_brand'),
          }}
          model={{ ...field('car_model'), value: watch('car_model') }}
        />
      )}
      <DateTimeField
        timeZone={timeZone}
        {...field('datetime')}
        value={watch('datetime')}
        onPick={(value) => setValue('datetime', value, { ...changed, shouldValidate: value !== '' })}
      />
    </>
  )
}

/** Shows make and model of a given car, which are fixed. */
function FixedMakeModel({ make, model }: { make: string; model: string }) {
  return (
    <div className="grid grid-cols-2 items-start gap-3 sm:gap-4">
      <TextInput label="Make" value={make} readOnly className="[&_input]:bg-sunken" />
      <TextInput label="Model" value={model} readOnly className="[&_input]:bg-sunken" />
    </div>
  )
}

/** Asks for the make and one of its models, from the list on this phone (R-VAL-58, R-VAL-59). */
function MakeModelFields({ make, model }: { make: Chosen; model: Chosen }) {
  const brands = useBrands()
  const loading = brands.status === 'loading'
  const models = brands.data?.find(({ maketitle }) => maketitle === make.value)?.models
  return (
    <div>
      <div className="grid grid-cols-2 items-start gap-3 sm:gap-4">
        <Select
          label="Make"
          options={namesToChoose(
            brands.data?.map(({ maketitle }) => maketitle),
            make.value,
            loading ? 'Loading…' : 'Choose',
          )}
          {...make}
        />
        <Select
          label="Model"
          options={namesToChoose(
            models?.map(({ modeltitle }) => modeltitle),
            model.value,
            make.value === '' ? 'Make first' : 'Choose',
          )}
          {...model}
        />
      </div>
      {brands.status === 'failed' && <ListMissing of="makes" onRetry={brands.refresh} />}
    </div>
  )
}
