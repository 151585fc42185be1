import { z } from 'zod/mini'
import { profileEdit } from '#contract/users/profile.ts'
import { TextInput } from '#ui/form/text-input.tsx'
import type { Me } from '../use-me.ts'
import { EditForm } from './edit-form.tsx'
import { OpeningHoursField } from './opening-hours-field.tsx'

const names = ['businessname', 'businessAddress', 'opening_hours'] as const
/** R-VAL-29, R-VAL-30 */
const schema = z.pick(profileEdit, { businessname: true, businessAddress: true, opening_hours: true })

/** Name, address, logo and opening hours of one's company (R-PROF-07). */
export function EditCompany({ me }: { me: Me }) {
  return (
    <EditForm
      me={me}
      what="Your company"
      draft="company"
      names={names}
      schema={schema}
      picture={{ name: 'logo', label: 'Logo', of: (now) => now.businessname || now.fullname }}
    >
      {({ form, field }) => (
        <>
          <TextInput label="Business name" autoComplete="organization" {...field('businessname')} />
          <TextInput label="Business address" autoComplete="street-address" {...field('businessAddress')} />
          <OpeningHoursField control={form.control} setValue={form.setValue} errors={form.formState.errors} />
        </>
      )}
    </EditForm>
  )
}
