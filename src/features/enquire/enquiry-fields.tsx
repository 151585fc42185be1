import type { FieldErrors, UseFormRegister } from 'react-hook-form'
import type { EnquiryForm } from '#contract/forms/enquiries.ts'
import { enquiryCodes } from '#contract/values/region.ts'
import { Select } from '#ui/form/select.tsx'
import { TextInput } from '#ui/form/text-input.tsx'
import { Textarea } from '#ui/form/textarea.tsx'

interface EnquiryFieldsProps {
  carTitle: string
  register: UseFormRegister<EnquiryForm>
  errors: FieldErrors<EnquiryForm>
}

/** Who one is, how to be reached, and what one wants to know. */
export function EnquiryFields({ carTitle, register, errors }: EnquiryFieldsProps) {
  return (
    <>
      <TextInput label="Your name" autoComplete="name" error={errors.name?.message} {...register('name')} />
      <TextInput
        label="E-mail"
        type="email"
        inputMode="email"
        autoComplete="email"
        error={errors.email?.message}
        {...register('email')}
      />
      <div className="grid grid-cols-[7.5rem_minmax(0,1fr)] items-start gap-2">
        <Select
          label="Country code"
          autoComplete="tel-country-code"
          options={enquiryCodes.map((code) => ({ value: code, label: code }))}
          error={errors.countryCode?.message}
          {...register('countryCode')}
        />
        <TextInput
          label="Contact no."
          type="tel"
          inputMode="tel"
          autoComplete="tel-national"
          error={errors.gsm?.message}
          {...register('gsm')}
        />
      </div>
      <Textarea
        label="Message"
        placeholder={`Hello! Is the ${carTitle} still available?`}
        error={errors.message?.message}
        {...register('message')}
      />
    </>
  )
}
