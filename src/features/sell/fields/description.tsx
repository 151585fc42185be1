import { type ComponentType, lazy, Suspense } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { Textarea } from '#ui/form/textarea.tsx'
import type { DescribeButtonProps } from '../describe/describe-button.tsx'
import type { AdValues } from '../form/ad-values.ts'

/** Few have a text written; where its code cannot be had there is no button. */
const DescribeButton = lazy<ComponentType<DescribeButtonProps>>(() =>
  import('../describe/describe-button.tsx').then(
    (part) => ({ default: part.DescribeButton }),
    () => ({ default: () => null }),
  ),
)

/** Five rows for the seller's own words (R-POST-25), and the way to have some written (R-POST-07). */
export function Description() {
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
      <Suspense fallback={<div className="min-h-11" />}>
        <DescribeButton
          fields={{ ...values, status: 'active' }}
          description={values.description}
          onUse={(text) =>
            setValue('description', text, { shouldDirty: true, shouldTouch: true, shouldValidate: true })
          }
        />
      </Suspense>
    </div>
  )
}
