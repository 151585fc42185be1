import { useFormContext, useWatch } from 'react-hook-form'
import { useEffect, useState } from 'react'
import { usePlaceNames } from '#parts/search/use-place-names.ts'
import { Textarea } from '#ui/form/textarea.tsx'
import type { DescribeButtonProps } from '../describe-button.tsx'
import { Choice, Line } from './inputs.tsx'
import type { AdValues } from '../form/ad-values.ts'
import { regionOf } from '#contract/values/region.ts'
import { type SimilarPrices, useServerNow, useSimilarPrices, useSiteSettings } from '#local/react'
import { formatAgo } from '#parts/freshness.tsx'
import { useMoney } from '#parts/price.tsx'
import { lazyPart } from '#parts/use-at-rest.ts'
import { plainNumber } from '#ui/form/read-number.ts'
import { TextInput } from '#ui/form/text-input.tsx'

type WrittenProps = Pick<DescribeButtonProps, 'replaced' | 'onReplace'>

/** Shows the fields for price, place and description. */
export function AdPlaceFields(written: WrittenProps) {
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
        <Description {...written} />
      </div>
    </>
  )
}

/** Shows the fields for province and city of that province (R-POST-24); offline with the lists stored on this phone. */
function ProvinceCityFields() {
  const { control, setValue } = useFormContext<AdValues>()
  const province = useWatch({ control, name: 'province' })
  const { provinces, cities, isListed } = usePlaceNames(province)
  return (
    <>
      <Choice
        name="province"
        label="Province"
        autoComplete="address-level1"
        options={provinces.names}
        unknown={provinces.status === 'failed'}
        onChoice={() => setValue('city', '', { shouldDirty: true })}
      />
      <Choice
        name="city"
        label="City"
        empty={province === '' ? 'Select a province first' : undefined}
        autoComplete="address-level2"
        options={cities.names}
        unknown={provinces.status === 'failed' || (isListed && cities.status === 'failed')}
      />
    </>
  )
}

/** Loads the button's code separately, because few people use it; the button is missing when the code cannot be loaded. */
const DescribeButton = lazyPart(
  async () => (await import('../describe-button.tsx')).DescribeButton,
  <div className="min-h-11" />,
)

/** Shows the description with five rows (R-POST-25) and the button that requests a text (R-POST-07). */
function Description(written: WrittenProps) {
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
      <DescribeButton
        {...written}
        fields={{ ...values, status: 'active' }}
        description={values.description}
        onUse={(text) =>
          setValue('description', text, { shouldDirty: true, shouldTouch: true, shouldValidate: true })
        }
      />
    </div>
  )
}

/** Shows the price field and the asking prices of similar cars on this phone. */
export function PriceField() {
  const { register, control, formState } = useFormContext<AdValues>()
  const [make, model, year, price] = useWatch({ control, name: ['make', 'model', 'year', 'price'] })
  const similar = useSimilarPrices({ make, model, year: year === '' ? Number.NaN : Number(year) })
  const askingPrice = Number(usePaused(price))
  return (
    <div>
      <TextInput
        label="Price"
        inputMode="decimal"
        prefix={regionOf[useSiteSettings().market].currencySign}
        autoComplete="off"
        error={formState.errors.price?.message}
        {...register('price', { setValueAs: plainNumber })}
      />
      {similar && <Meter similar={similar} askingPrice={askingPrice > 0 ? askingPrice : undefined} />}
    </div>
  )
}

/** Milliseconds without input before a price is compared, so that screen readers do not announce every digit. */
const pause = 600

/** Debounces a text. */
function usePaused(text: string): string {
  const [paused, setPaused] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setPaused(text), pause)
    return () => clearTimeout(timer)
  }, [text])
  return paused
}

/** Relative difference below which two prices count as about the same. */
const near = 0.03

function compared(askingPrice: number, median: number): string {
  const apart = askingPrice / median - 1
  if (Math.abs(apart) < near) return 'about the same as yours'
  const share = Math.round(Math.abs(apart) * 100)
  return apart < 0 ? `yours is ${share} % lower` : `yours is ${share} % higher`
}

/** Shows the range of similar asking prices; the label says that they are not sales and how old they are. */
function Meter({ similar, askingPrice }: { similar: SimilarPrices; askingPrice: number | undefined }) {
  const money = useMoney()
  const now = useServerNow()
  const { low, high, median, cars, asOf } = similar
  const span = Math.max(high - low, 1)
  const place = (amount: number) => `${Math.min(100, Math.max(0, ((amount - low) / span) * 100))}%`
  return (
    <div className="mt-3 rounded-grid bg-sunken p-3.5">
      <div aria-hidden className="relative mx-1 h-1.5 rounded-pill bg-line">
        <span
          className="absolute top-1/2 h-4 w-0.5 -translate-1/2 rounded-pill bg-ink-3"
          style={{ left: place(median) }}
        />
        {askingPrice !== undefined && (
          <span
            className="absolute top-1/2 size-4 -translate-1/2 rounded-pill border-2 border-surface bg-brand"
            style={{ left: place(askingPrice) }}
          />
        )}
      </div>
      <p aria-live="polite" className="mt-2.5 text-sm text-ink-2">
        {`Half of ${cars} similar cars on this phone ask less than `}
        <strong className="font-semibold text-ink">{money(median)}</strong>
        {askingPrice !== undefined && `, ${compared(askingPrice, median)}`}.
      </p>
      <p className="mt-0.5 text-13 text-ink-3">
        Asking prices of the same model, about the same year, as of {formatAgo(asOf, now)}. Not a valuation.
      </p>
    </div>
  )
}
