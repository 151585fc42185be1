import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { IconSend } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { useLocation } from 'wouter'
import type { CarDetail } from '#contract/cars.ts'
import { type EnquiryForm as Values, enquiryForm } from '#contract/enquiries.ts'
import { enquiryCodes, marketOf } from '#contract/market.ts'
import { useCommand, useConnection, useFormDraft, useSiteSettings } from '#local/react'
import { Button } from '#ui/button.tsx'
import { Select } from '#ui/form/select.tsx'
import { TextInput } from '#ui/form/text-input.tsx'
import { Textarea } from '#ui/form/textarea.tsx'
import { ErrorNote } from './error-note.tsx'
import { thankYouHref, type ThankYouCar } from './thank-you-address.ts'

const fieldNames = ['name', 'email', 'countryCode', 'gsm', 'message'] as const

interface Props {
  car: CarDetail
  /** The form lies over the page: leaving replaces that step, so that Back does not open it again. */
  overPage: boolean
}

/** The contact-dealer form (R-CAR-11): what is typed survives a killed tab, and sending means saved here first. */
export function EnquiryForm({ car, overPage }: Props) {
  const draft = useFormDraft<Values>(`enquiry:${car._id}`)
  const { market } = useSiteSettings()
  if (!draft.loaded) return <div className="min-h-[30rem]" aria-busy="true" />
  const blank: Values = {
    name: '',
    email: '',
    countryCode: marketOf[market].prefix.enquiry as Values['countryCode'],
    gsm: '',
    message: '',
  }
  return (
    <Fields
      car={car}
      overPage={overPage}
      start={{ ...blank, ...draft.values }}
      onTyped={draft.save}
      onSent={draft.clear}
    />
  )
}

interface FieldsProps extends Props {
  start: Values
  onTyped: (values: Values) => void
  onSent: () => void
}

function Fields({ car, overPage, start, onTyped, onSent }: FieldsProps) {
  const { register, handleSubmit, control, formState, setError } = useForm<Values>({
    resolver: standardSchemaResolver(enquiryForm),
    defaultValues: start,
    mode: 'onTouched',
  })
  const { errors } = formState
  const put = useCommand('enquiry.send')
  const { state } = useConnection()
  const [, navigate] = useLocation()
  const [refused, setRefused] = useState<string>()
  // Two taps in one frame are one enquiry: the state below would come too late for the second.
  const sending = useRef(false)
  const [busy, setBusy] = useState(false)

  const typed = useWatch({ control })
  const save = useRef(onTyped)
  useEffect(() => {
    save.current = onTyped
  })
  useEffect(() => {
    if (formState.isDirty) save.current({ ...start, ...typed })
  }, [typed, formState.isDirty, start])

  async function send(values: Values) {
    if (sending.current) return
    sending.current = true
    setBusy(true)
    const result = await put({ carId: car._id, carTitle: car.title, ...values })
    if (!result.ok) {
      sending.current = false
      setBusy(false)
      setRefused(result.error.message)
      for (const field of fieldNames) {
        const message = result.error.fields?.[field]
        if (message !== undefined) setError(field, { message })
      }
      return
    }
    onSent()
    const about: ThankYouCar = {
      slug: car.slug,
      title: car.title,
      price: car.price,
      picture: car.pictures[0],
    }
    navigate(thankYouHref(result.id, car.slug), { replace: overPage, state: { car: about } })
  }

  return (
    <form noValidate onSubmit={(event) => void handleSubmit(send)(event)} className="space-y-4">
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
        placeholder={`Hello! Is the ${car.title} still available?`}
        error={errors.message?.message}
        {...register('message')}
      />
      {refused !== undefined && <ErrorNote>{refused}</ErrorNote>}
      <Button type="submit" wide icon={IconSend} loading={busy}>
        {state === 'offline' ? 'Save and send later' : 'Send message'}
      </Button>
      <p className="text-13 text-ink-3">
        {state === 'offline'
          ? 'You are offline. Your message is kept on this phone and goes out when you are back online.'
          : 'Meet in public and never pay before you have seen the car.'}
      </p>
    </form>
  )
}
