import {
  IconAutomaticGearbox,
  IconCalendar,
  IconCar,
  IconCar4wd,
  IconEngine,
  IconGasStation,
  IconGauge,
  IconManualGearbox,
  IconPalette,
  IconRosetteDiscountCheck,
} from '@tabler/icons-react'
import type { CarDetail } from '#contract/cars.ts'
import { mileageText } from '#parts/specs.tsx'
import { Icon, type IconShape } from '#ui/icon.tsx'

interface KeyFact {
  label: string
  text: string
  icon: IconShape
}

/** The strip of R-CAR-04 in the order people ask, filled up to a whole grid. */
function keyFacts(car: CarDetail): KeyFact[] {
  const gearbox = /^manual$/i.test(car.transmission) ? IconManualGearbox : IconAutomaticGearbox
  return [
    { label: 'Mileage', text: mileageText(car.mileage), icon: IconGauge },
    { label: 'Gearbox', text: car.transmission, icon: gearbox },
    { label: 'Fuel', text: car.fueltype, icon: IconGasStation },
    { label: 'Engine', text: car.engine, icon: IconEngine },
    { label: 'Drive', text: car.drive, icon: IconCar4wd },
    { label: 'Year', text: String(car.year), icon: IconCalendar },
    { label: 'Body', text: car.bodytype, icon: IconCar },
    { label: 'Condition', text: car.condition, icon: IconRosetteDiscountCheck },
    { label: 'Colour', text: car.exteriorcolor, icon: IconPalette },
  ]
}

export function KeyFacts({ car }: { car: CarDetail }) {
  return (
    <section aria-label="Key features">
      <dl className="grid grid-cols-3 gap-px overflow-hidden rounded-grid border border-line bg-line">
        {keyFacts(car).map(({ label, text, icon }) => (
          <div
            key={label}
            className="flex min-h-20 min-w-0 flex-col-reverse justify-center bg-surface px-3 py-2.5 lg:px-4"
          >
            <dt className="text-xs text-ink-3 lg:pl-8.5">{label}</dt>
            <dd className="flex min-w-0 flex-col gap-1.5 text-sm font-semibold lg:flex-row lg:gap-3 lg:text-base">
              <Icon of={icon} size={22} />
              <span className="truncate">
                {text.trim() === '' ? <span className="font-normal text-ink-3">Not stated</span> : text}
              </span>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
