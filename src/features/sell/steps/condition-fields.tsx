import { adFuels, adTransmissions, conditions, drives } from '#contract/limits.ts'
import { exteriorColours, interiorColours } from '#contract/values/options.ts'
import { Choice } from '../fields/choice.tsx'
import { Features } from '../fields/features.tsx'
import { Line } from '../fields/line.tsx'

/** What state it is in and what it has (R-POST-27 to R-POST-32). */
export function ConditionFields() {
  return (
    <>
      <Choice name="condition" label="Condition" empty="Select condition" options={conditions} />
      <Line
        name="mileage"
        label="Mileage"
        inputMode="numeric"
        autoComplete="off"
        placeholder="68 000 km"
        maxLength={40}
      />
      <Choice name="fueltype" label="Fuel type" empty="Select fuel type" options={adFuels} />
      <Line name="engine" label="Engine" autoComplete="off" placeholder="2.8 GD-6" maxLength={80} />
      <Choice
        name="transmission"
        label="Transmission"
        empty="Select transmission"
        options={adTransmissions}
      />
      <Choice name="drive" label="Drive" empty="Select drive" options={drives} />
      <Choice
        name="exteriorcolor"
        label="Exterior colour"
        empty="Select exterior colour"
        options={exteriorColours}
      />
      <Choice
        name="interiorcolor"
        label="Interior colour"
        empty="Select interior colour"
        options={interiorColours}
      />
      <div className="col-span-full">
        <Features />
      </div>
    </>
  )
}
