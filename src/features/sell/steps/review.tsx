import { IconPencil, IconListCheck } from '@tabler/icons-react'
import { useFormContext, useWatch } from 'react-hook-form'
import { formatMileage } from '#parts/specs.tsx'
import { useMoney } from '#parts/price.tsx'
import { Button } from '#ui/button.tsx'
import { type AdValues, checkAd } from '../form/ad-values.ts'
import { stepFields, type WizardStep, stepNames } from '../form/steps.ts'
import { Icon } from '#ui/icon.tsx'

/** R-POST-17 to R-POST-21 */
const rules = [
  'Post your ad in the right category.',
  'Do not post the same ad again within 48 hours.',
  'No pictures with watermarks.',
  'One car an ad, unless it is a package deal.',
  'No e-mail address or phone number in the title or the description.',
]

/** Shows the rules of posting. */
export function PostingRules() {
  return (
    <section aria-labelledby="posting-rules" className="rounded-grid border border-line bg-surface p-4">
      <h2
        id="posting-rules"
        className="flex items-center gap-2 font-sans text-base font-semibold tracking-normal"
      >
        <Icon of={IconListCheck} size={20} />
        Posting rules
      </h2>
      <ul className="mt-2 list-disc space-y-1 pl-5 text-sm text-ink-2">
        {rules.map((rule) => (
          <li key={rule}>{rule}</li>
        ))}
      </ul>
    </section>
  )
}

interface Props {
  pictures: number
  /** Error about the pictures. */
  photoError: string | undefined
  goTo: (step: WizardStep) => void
}

/** Shows a summary before publishing, with a button back to each step. */
export function Review({ pictures, photoError, goTo }: Props) {
  const { control } = useFormContext<AdValues>()
  const values = useWatch({ control }) as AdValues
  const money = useMoney()
  const checked = checkAd(values)
  const missing = checked.ok ? {} : checked.errors
  const joined = (...parts: string[]) => parts.filter((part) => part !== '').join(' · ')
  const rows: [step: WizardStep, words: string][] = [
    ['photos', `${pictures} ${pictures === 1 ? 'picture' : 'pictures'}`],
    ['car', joined(values.title, values.bodytype)],
    [
      'condition',
      joined(
        values.condition,
        values.mileage === '' ? '' : formatMileage(values.mileage),
        values.fueltype,
        values.transmission,
        values.drive,
        values.engine,
        values.exteriorcolor,
        `${values.carfeatures.length} ${values.carfeatures.length === 1 ? 'feature' : 'features'}`,
      ),
    ],
    ['place', joined(values.price === '' ? '' : money(Number(values.price)), values.city, values.province)],
  ]
  return (
    <div className="space-y-4">
      <ul className="divide-y divide-line overflow-hidden rounded-card bg-surface shadow-e1">
        {rows.map(([step, words]) => {
          const lacks = stepFields[step].flatMap((name) => missing[name] ?? [])
          if (step === 'photos' && photoError !== undefined) lacks.push(photoError)
          return (
            <li key={step} className="flex items-start gap-2 p-4">
              <div className="min-w-0 flex-1">
                <h2 className="font-sans text-sm font-semibold tracking-normal">{stepNames[step]}</h2>
                {words !== '' && <p className="mt-0.5 text-sm wrap-anywhere text-ink-2">{words}</p>}
                {lacks.map((one) => (
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
