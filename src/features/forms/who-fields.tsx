import type { ComponentProps } from 'react'
import { z } from 'zod/mini'
import { TextInput } from '#ui/form/text-input.tsx'
import { digitsWords, hasDigits, type RegionSettings, withoutPrefix } from '#contract/values/region.ts'

type Field = Omit<ComponentProps<typeof TextInput>, 'label' | 'prefix'>
interface Props {
  fullname: Field
  email: Field
  mobile_number: Field
  /** Calling code of this form; `digits` is the number of digits after it (R-CONST-16). */
  prefix: string
  digits: number
}

/** Asks for name and contact data; the number follows its prefix (R-FORM-07, R-FORM-11, R-CONST-16). */
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

/** Returns the rules of a phone number behind a form's prefix, with the digits of the market (R-VAL-54, R-VAL-64). */
export const mobileNumber = <S extends z.ZodMiniType<string, string>>(
  gsm: S,
  region: RegionSettings,
  prefix: string,
) =>
  z.pipe(
    z.string().check(z.overwrite((v) => withoutPrefix(v, prefix))),
    gsm.check(z.refine((v) => hasDigits(v, region), digitsWords(region))),
  )
