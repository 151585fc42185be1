import { useFormContext } from 'react-hook-form'
import type { CarDetail } from '#contract/cars.ts'
import type { TestDriveForm } from '#contract/forms/test-drives.ts'
import type { RegionSettings } from '#contract/values/region.ts'
import { PlaceFields } from '#parts/search/place-fields.tsx'
import { TextInput } from '#ui/form/text-input.tsx'
import type { FieldOf } from '../use-outbox-form.ts'
import { WhoFields } from '../who-fields.tsx'
import { DateTimeField } from '#parts/forms/date-time-field.tsx'
import { FixedMakeModel, MakeModelFields } from './make-model-fields.tsx'

interface TestDriveFieldsProps {
  region: RegionSettings
  /** The car it is about, where it is about one. */
  car: CarDetail | undefined
  field: FieldOf<TestDriveForm>
}
const changed = { shouldDirty: true, shouldTouch: true }

/** Who, where, which car and when; another province has none of the old one's cities, as another make has its models. */
export function TestDriveFields({ region, car, field }: TestDriveFieldsProps) {
  const { watch, setValue } = useFormContext<TestDriveForm>()
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
