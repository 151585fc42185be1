import { kilometresOf } from '#catalogue'
import { InlineIcon } from '#ui/icon.tsx'
import type { CarCard } from '#contract/cars.ts'
import { grouped } from '#contract/values/region.ts'

/** Formats the seller's mileage as kilometres; text without a number is shown as it is (R-ENT-03). */
export function formatMileage(mileage: string): string {
  const km = kilometresOf(mileage)
  return km === undefined ? mileage.trim() : `${grouped(km)} km`
}

type Specced = Pick<CarCard, 'mileage' | 'transmission' | 'fueltype'>

/**
 * Shows mileage, gearbox and fuel in one row; a long gearbox is truncated before the row wraps. The town is beside the address.
 */
export function Specs({ car }: { car: Specced }) {
  const items = [
    { name: 'Mileage', icon: 'gauge', text: formatMileage(car.mileage), look: 'flex shrink-0' },
    { name: 'Gearbox', icon: 'gearbox', text: car.transmission, look: 'flex min-w-0' },
    { name: 'Fuel', icon: 'fuel', text: car.fueltype, look: 'flex shrink-0' },
  ] as const
  const stated = items.filter((i) => i.text !== '')
  return (
    <div className="@container">
      <ul className="flex gap-2.5 text-xs/5 text-ink-2 @min-[18rem]:gap-3 @min-[18rem]:text-13/5">
        {stated.map(({ name, icon, text, look }) => (
          <li key={name} className={`items-center gap-1 ${look}`}>
            <InlineIcon of={icon} className="text-ink-3" />
            <span className="sr-only">{name}: </span>
            <span className="truncate">{text}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}
