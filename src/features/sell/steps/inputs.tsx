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

/** Shows a text field of the ad form. */
export function Line({ name, ...input }: LineProps) {
  const { register, getFieldState, formState } = useFormContext<AdValues>()
  return <TextInput {...input} error={getFieldState(name, formState).error?.message} {...register(name)} />
}

interface Props {
  name: Exclude<AdName, 'carfeatures'>
  label: string
  /** Text of the empty option; by default it is made from the label. */
  empty?: string | undefined
  options: readonly string[]
  /** Called after a choice. */
  onChoice?: () => void
  autoComplete?: string
  /** Whether the list cannot be loaded and is not on this phone; the person then types a name that the server knows. */
  unknown?: boolean
}
/** Hint when the list is missing. */
const byHand = 'The list comes when you are back online. Until then, write it as it is spelled.'

/** Shows a select field; the current value is always an option, even when the list lacks it. */
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
      // The list may load after the value was chosen, so the select is controlled.
      value={value}
    />
  )
}
