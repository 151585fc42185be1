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

/** What it costs and where it is. */
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

/** Few have a text written; where its code cannot be had there is no button. */
const DescribeButton = lazyPart(
  async () => (await import('../describe-button.tsx')).DescribeButton,
  <div className="min-h-11" />,
)

/** Five rows for the seller's own words (R-POST-25), and the way to have some written (R-POST-07). */
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

/** The price, and beside it what similar cars on this phone are offered for. */
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

/** Milliseconds without a key after which a price is compared: not every digit of it is announced. */
const pause = 600

/** The text once no key was pressed for a while. */
function usePaused(text: string): string {
  const [paused, setPaused] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setPaused(text), pause)
    return () => clearTimeout(timer)
  }, [text])
  return paused
}

/** Shares that still count as about the same. */
const near = 0.03

function compared(askingPrice: number, median: number): string {
  const apart = askingPrice / median - 1
  if (Math.abs(apart) < near) return 'about the same as yours'
  const share = Math.round(Math.abs(apart) * 100)
  return apart < 0 ? `yours is ${share} % lower` : `yours is ${share} % higher`
}

/** Asking prices, not sales: labelled so, with their age. */
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
