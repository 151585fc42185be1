import type { ComponentProps } from 'react'
import { TextInput } from '#ui/form/text-input.tsx'

type Field = Omit<ComponentProps<typeof TextInput>, 'label' | 'prefix'>
interface Props {
  fullname: Field
  email: Field
  mobile_number: Field
  /** The calling code of this form, and how many digits follow it (R-CONST-16). */
  prefix: string
  digits: number
}

/** Who asks and how they are reached; the number stands behind its prefix (R-FORM-07, R-FORM-11, R-CONST-16). */
export function WhoFields({ fullname, email, mobile_number, prefix, digits }: Props) {
  return (
    <>
      <TextInput label="Full name" autoComplete="name" {...fullname} />
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <TextInput label="Email" type="email" inputMode="email" autoComplete="email" {...email} />
        <TextInput
          label="Mobile number"
          hint={`${digits} digits after ${prefix}`}
          type="tel"
          inputMode="tel"
          autoComplete="tel-national"
          prefix={prefix}
          {...mobile_number}
        />
      </div>
    </>
  )
}
