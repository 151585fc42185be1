import { IconPencil } from '@tabler/icons-react'
import { useFormContext, useWatch } from 'react-hook-form'
import { mileageText } from '#parts/specs.tsx'
import { useMoney } from '#parts/price.tsx'
import { Button } from '#ui/button.tsx'
import { type AdValues, checkAd } from '../form/ad-values.ts'
import { PostingRules } from '../form/rules.tsx'
import { stepFields, type WizardStep, stepNames } from '../form/steps.ts'

interface Props {
  pictures: number
  /** The cover, as it is above. */
  photoError: string | undefined
  goTo: (step: WizardStep) => void
}

/** Everything once more before it goes out, with the way back to each step. */
export function Review({ pictures, photoError, goTo }: Props) {
  const { control } = useFormContext<AdValues>()
  const values = useWatch({ control }) as AdValues
  const money = useMoney()
  const checked = checkAd(values)
  const missing = checked.ok ? {} : checked.errors
  const joined = (...parts: string[]) => parts.filter((part) => part !== '').join(' · ')
  const rows: { step: WizardStep; words: string; lacks: string[] }[] = [
    {
      step: 'photos',
      words: `${pictures} ${pictures === 1 ? 'picture' : 'pictures'}`,
      lacks: photoError === undefined ? [] : [photoError],
    },
    { step: 'car', words: joined(values.title, values.bodytype), lacks: [] },
    {
      step: 'condition',
      words: joined(
        values.condition,
        values.mileage === '' ? '' : mileageText(values.mileage),
        values.fueltype,
        values.transmission,
        values.drive,
        values.engine,
        values.exteriorcolor,
        `${values.carfeatures.length} ${values.carfeatures.length === 1 ? 'feature' : 'features'}`,
      ),
      lacks: [],
    },
    {
      step: 'place',
      words: joined(values.price === '' ? '' : money(Number(values.price)), values.city, values.province),
      lacks: [],
    },
  ]
  return (
    <div className="space-y-4">
      <ul className="divide-y divide-line overflow-hidden rounded-card bg-surface shadow-e1">
        {rows.map(({ step, words, lacks }) => {
          const all = [...lacks, ...stepFields[step].flatMap((name) => missing[name] ?? [])]
          return (
            <li key={step} className="flex items-start gap-2 p-4">
              <div className="min-w-0 flex-1">
                <h2 className="font-sans text-sm font-semibold tracking-normal">{stepNames[step]}</h2>
                {words !== '' && <p className="mt-0.5 text-sm wrap-anywhere text-ink-2">{words}</p>}
                {all.map((one) => (
                  <p key={one} className="mt-0.5 text-13 font-medium text-danger">
                    {one}
                  </p>
                ))}
              </div>
              <Button size="sm" look="quiet" icon={IconPencil} onClick={() => goTo(step)}>
                Edit<span className="sr-only"> {stepNames[step]}</span>
              </Button>
            </li>
          )
        })}
      </ul>
      {values.description !== '' && (
        <p className="rounded-card rounded-bl-chip bg-brand-tint p-4 text-sm whitespace-pre-line text-ink">
          {values.description}
        </p>
      )}
      <PostingRules />
    </div>
  )
}
