import { useLocation } from 'wouter'
import { type ComponentProps, useId } from 'react'
import { z } from 'zod/mini'
import { type FormDraft, registrationDraft, useCall, useFormDraft, useSiteSettings } from '#local/react'
import { Skeleton } from '#ui/show/skeleton.tsx'
import { accountRoutes, accountWords, signUpForm } from '#contract/users/account.ts'
import {
  digitsWords,
  hasDigits,
  regionOf,
  type RegionSettings,
  withoutPrefix,
} from '#contract/values/region.ts'
import { TextInput } from '#ui/form/text-input.tsx'
import { useNotify } from '#ui/layer/snackbar.tsx'
import { useHere } from '#ui/use-here.ts'
import { PlaceFields } from '#parts/search/place-fields.tsx'
import { Checkbox } from '#ui/form/checkbox.tsx'
import { EntryPage, EntryLink } from './entry/entry-page.tsx'
import { useArrival } from './entry/use-arrival.ts'
import { EmailField, NewPasswordField } from './entry/fields.tsx'
import { EntryForm } from './entry/entry-form.tsx'
import { useEntryForm } from './entry/use-entry-form.ts'

/** Returns the rules of the contract, with the digits of this market and a required consent. */
const signUpSchema = (region: RegionSettings) =>
  z.extend(signUpForm, {
    gsm: z.pipe(
      z.string().check(z.overwrite((v) => withoutPrefix(v, region.prefix.register))),
      signUpForm.shape.gsm.check(z.refine((v) => hasDigits(v, region), digitsWords(region))),
    ),
    terms: z.boolean().check(z.refine((v) => v, accountWords.terms)),
  })

type SignUpValues = z.output<ReturnType<typeof signUpSchema>>

/** Stored values of an unfinished registration: never the password or an unsent consent. */
type SavedRegistration = Omit<SignUpValues, 'password' | 'terms'>

interface Props {
  start: SavedRegistration
  /** Address to open after the registration. */
  login: string
  draft: FormDraft<SavedRegistration>
}

function RegisterForm({ start: { gsm, ...who }, login, draft }: Props) {
  const region = regionOf[useSiteSettings().market]
  const call = useCall(accountRoutes.signUp)
  const [, navigate] = useLocation()
  const notify = useNotify()
  const here = useHere()
  const entry = useEntryForm({
    schema: signUpSchema(region),
    start: { ...who, password: '', gsm, terms: false },
    onTyped: ({ fullname, province, city, email, gsm }) =>
      draft.save({ fullname, province, city, email, gsm }),
    async send(values) {
      const sent = draft.hand()
      const result = await call.run({ body: { ...values, terms: true } })
      // Only the draft of this submit is cleared: text typed after the person left this form belongs to another one.
      if (result?.ok) draft.clear(sent)
      return result
    },
    onSent({ body }, { email }) {
      if (here.current) navigate(login, { state: { said: body.msg, email } })
      else notify({ severity: 'success', message: body.msg })
    },
  })
  const { form, field } = entry
  const { prefix, gsmDigits } = region
  return (
    <EntryForm entry={entry} action="Register" what="Opening an account" className="mt-6">
      <TextInput label="Full name" autoComplete="name" {...field('fullname')} />
      <PlaceFields
        province={{
          ...field('province', { onChange: () => form.setValue('city', '') }),
          value: form.watch('province'),
        }}
        city={{ ...field('city'), value: form.watch('city') }}
      />
      <EmailField {...field('email')} />
      <NewPasswordField
        label="Password"
        typed={form.watch('password')}
        own={[form.watch('fullname'), form.watch('email')]}
        {...field('password')}
      />
      <TextInput
        label="Contact no."
        hint={`${gsmDigits} digits after ${prefix.register}`}
        type="tel"
        inputMode="tel"
        autoComplete="tel-national"
        prefix={prefix.register}
        {...field('gsm')}
      />
      <TermsBox {...field('terms')} />
    </EntryForm>
  )
}

type TermsBoxProps = Omit<ComponentProps<typeof Checkbox>, 'label'> & { error: string | undefined }

/** Links to a document in a new tab, so that the typed text stays. */
function Paper({ href, children }: { href: string; children: string }) {
  return (
    <a href={href} target="_blank" rel="noreferrer" className="font-medium text-brand underline">
      {children}
      <span className="sr-only"> (opens in a new tab)</span>
    </a>
  )
}

/** Asks for the consent to the terms (R-AUTH-08, R-VAL-27). */
function TermsBox({ error, ...input }: TermsBoxProps) {
  const id = useId()
  return (
    <div>
      <Checkbox
        {...input}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? id : undefined}
        label={
          <span className="text-base">
            I accept the <Paper href="/terms">terms and conditions</Paper> and the{' '}
            <Paper href="/privacy">privacy policy</Paper>
          </span>
        }
      />
      {error && (
        <p id={id} className="mt-1 text-13 font-medium text-danger">
          {error}
        </p>
      )}
    </div>
  )
}

const nothing: SavedRegistration = { fullname: '', province: '', city: '', email: '', gsm: '' }

/** Shows /register (R-AUTH-07 to R-AUTH-10). */
export function RegisterScreen() {
  const { email, onTheWay } = useArrival()
  const draft = useFormDraft<SavedRegistration>(registrationDraft)
  return (
    <EntryPage title="Register" intro="Save cars, write to sellers, sell your own.">
      {draft.loaded ? (
        <RegisterForm
          start={{ ...nothing, email, ...draft.values }}
          login={onTheWay('/login')}
          draft={draft}
        />
      ) : (
        <Skeleton className="mt-6 h-[46rem]" />
      )}
      <p className="mt-1 text-center text-ink-2">
        You have an account? <EntryLink href={onTheWay('/login')}>Login</EntryLink>
      </p>
    </EntryPage>
  )
}
