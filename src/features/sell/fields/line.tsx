import type { ComponentProps } from 'react'
import { useFormContext } from 'react-hook-form'
import { TextInput } from '#ui/form/text-input.tsx'
import type { AdName, AdValues } from '../form/ad-values.ts'

type Props = { name: Exclude<AdName, 'carfeatures'> } & Pick<
  ComponentProps<typeof TextInput>,
  'label' | 'hint' | 'inputMode' | 'autoComplete' | 'maxLength' | 'placeholder'
>

/** One line of the ad's form. */
export function Line({ name, ...input }: Props) {
  const { register, getFieldState, formState } = useFormContext<AdValues>()
  return <TextInput {...input} error={getFieldState(name, formState).error?.message} {...register(name)} />
}
