import { Description } from '../fields/description.tsx'
import { Line } from '../fields/line.tsx'
import { ProvinceCityFields } from '../fields/province-city-fields.tsx'
import { PriceField } from '../fields/price-field.tsx'

/** What it costs and where it is. */
export function PlaceFields() {
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
        <Description />
      </div>
    </>
  )
}
