import { useMemo } from 'react'
import {
  regionOf,
  digitsWords,
  hasDigits,
  type RegionSettings,
  withoutPrefix,
} from '#contract/values/region.ts'
import { useSiteSettings } from '#local/react'
import { Checkbox } from '#ui/form/checkbox.tsx'
import { TextInput } from '#ui/form/text-input.tsx'
import { PlaceFields } from '#parts/search/place-fields.tsx'
import type { Me } from '../use-me.ts'
import { EditForm } from './edit-form.tsx'
import { z } from 'zod/mini'
import { gsm } from '#contract/parts.ts'
import { profileEdit } from '#contract/users/profile.ts'

/**
 * Builds the rules of sign-up (R-VAL-28); the market sets the number of digits (R-VAL-64). A stored number stays valid, so
 * that it does not block the edit of another field. The number is stored with `code`, which people also paste in front of it.
 */
const schemaOf = (region: RegionSettings, { storedNumber, code }: { storedNumber: string; code: string }) =>
  z.pick(
    z.extend(profileEdit, {
      gsm: z.pipe(
        z.string().check(z.overwrite((v) => withoutPrefix(v, code))),
        gsm('Contact no. is required').check(
          z.refine((v) => v === storedNumber || hasDigits(v, region), { error: digitsWords(region) }),
        ),
      ),
    }),
    { fullname: true, gsm: true, province: true, city: true, chat_emails: true },
  )

const names = ['fullname', 'gsm', 'province', 'city', 'chat_emails'] as const

/**
 * Shows the form of the person: name, number, place and picture (R-PROF-06), and whether unread messages are notified by
 * e-mail.
 */
export function EditProfile({ me }: { me: Me }) {
  const region = regionOf[useSiteSettings().market]
  const storedNumber = me.profile?.fields.gsm ?? ''
  const prefix = region.prefix.profile
  const other = me.profile?.country_code
  const code = other === undefined || other === '' ? prefix : other
  const schema = useMemo(() => schemaOf(region, { storedNumber, code }), [region, storedNumber, code])
  return (
    <EditForm
      me={me}
      what="Your profile"
      draft="profile"
      names={names}
      schema={schema}
      picture={{ name: 'avatar', label: 'Your picture', of: (now) => now.fullname }}
    >
      {({ form, field }) => (
        <>
          <TextInput label="Full name" autoComplete="name" {...field('fullname')} />
          <TextInput
            label="Contact no."
            type="tel"
            inputMode="tel"
            autoComplete="tel-national"
            prefix={prefix}
            hint={code === prefix ? undefined : `Your number is kept with ${code}, as you registered it.`}
            {...field('gsm')}
          />
          <PlaceFields
            province={{
              ...field('province', { onChange: () => form.setValue('city', '', { shouldDirty: true }) }),
              value: form.watch('province'),
            }}
            city={{ ...field('city'), value: form.watch('city') }}
          />
          <Checkbox
            label="E-mail me about messages I have not read"
            checked={form.watch('chat_emails') ?? true}
            onChange={({ target }) => form.setValue('chat_emails', target.checked, { shouldDirty: true })}
          />
        </>
      )}
    </EditForm>
  )
}
