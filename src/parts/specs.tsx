import { IconGasStation, IconGauge, IconManualGearbox } from '@tabler/icons-react'
import { kilometresOf } from '#catalogue'
import type { CarCard } from '#contract/cars.ts'
import { grouped } from '#contract/values/market.ts'

/** What the seller wrote, read as kilometres; text without a number is shown as it is (R-ENT-03). */
export function mileageText(mileage: string): string {
  const km = kilometresOf(mileage)
  return km === undefined ? mileage.trim() : `${grouped(km)} km`
}

type Specced = Pick<CarCard, 'mileage' | 'transmission' | 'fueltype'>

/**
 * Mileage, gearbox and fuel in one row; long words give way before the row breaks. The town stands with the address.
 */
export function Specs({ car }: { car: Specced }) {
  const items = [
    { name: 'Mileage', Icon: IconGauge, text: mileageText(car.mileage), look: 'flex shrink-0' },
    { name: 'Gearbox', Icon: IconManualGearbox, text: car.transmission, look: 'flex min-w-0' },
    { name: 'Fuel', Icon: IconGasStation, text: car.fueltype, look: 'flex shrink-0' },
  ].filter((i) => i.text !== '')
  return (
    <div className="@container">
      <ul className="flex gap-2.5 text-xs/5 text-ink-2 @min-[18rem]:gap-3 @min-[18rem]:text-13/5">
        {items.map(({ name, Icon, text, look }) => (
          <li key={name} className={`items-center gap-1 ${look}`}>
            <Icon size={16} stroke={1.75} aria-hidden className="shrink-0 text-ink-3" />
            <span className="sr-only">{name}: </span>
            <span className="truncate">{text}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}
