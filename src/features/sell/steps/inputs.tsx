import { useFormContext, useWatch } from 'react-hook-form'
import type { ComponentProps } from 'react'
import { namesToChoose } from '#parts/search/place-fields.tsx'
import { Select } from '#ui/form/select.tsx'
import { TextInput } from '#ui/form/text-input.tsx'
import type { AdName, AdValues } from '../form/ad-values.ts'

type LineProps = { name: Exclude<AdName, 'carfeatures'> } & Pick<
  ComponentProps<typeof TextInput>,
  'label' | 'hint' | 'inputMode' | 'autoComplete' | 'maxLength' | 'placeholder'
>

/** One line of the ad's form. */
export function Line({ name, ...input }: LineProps) {
  const { register, getFieldState, formState } = useFormContext<AdValues>()
  return <TextInput {...input} error={getFieldState(name, formState).error?.message} {...register(name)} />
}

interface Props {
  name: Exclude<AdName, 'carfeatures'>
  label: string
  /** Said while nothing is chosen, where it is not its label. */
  empty?: string | undefined
  options: readonly string[]
  /** Told after a choice. */
  onChoice?: () => void
  autoComplete?: string
  /** The list is not on this phone and cannot be had now: it is written by hand, and the server knows it. */
  unknown?: boolean
}
/** Said where a list is missing. */
const byHand = 'The list comes when you are back online. Until then, write it as it is spelled.'

/** One of a list; the current value stays in it, although the list may not know it. */
export function Choice(props: Props) {
  const { name, label, options, onChoice, autoComplete, unknown = false } = props
  const { empty = `Select ${label.toLowerCase()}` } = props
  const { register, control, getFieldState, formState } = useFormContext<AdValues>()
  const value = useWatch({ control, name })
  if (unknown && options.length === 0) return <Line name={name} label={label} hint={byHand} maxLength={80} />
  return (
    <Select
      label={label}
      options={namesToChoose(options, value, empty)}
      error={getFieldState(name, formState).error?.message}
      {...(autoComplete && { autoComplete })}
      {...register(name, { ...(onChoice && { onChange: onChoice }) })}
      // A list may come later than what was chosen from it.
      value={value}
    />
  )
}
