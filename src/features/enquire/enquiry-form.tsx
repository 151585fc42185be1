import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { IconSend } from '@tabler/icons-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { useLocation } from 'wouter'
import type { CarDetail } from '#contract/cars.ts'
import { type EnquiryFormValues, enquiryForm } from '#contract/forms/enquiries.ts'
import { enquiryCodes, regionOf } from '#contract/values/region.ts'
import {
  type FormDraft,
  useCommand,
  useConnection,
  useFormDraft,
  useSession,
  useSiteSettings,
} from '#local/react'
import { Button } from '#ui/button.tsx'
import { ErrorNote } from '#parts/forms/error-note.tsx'
import { Select } from '#ui/form/select.tsx'
import { TextInput } from '#ui/form/text-input.tsx'
import { Textarea } from '#ui/form/textarea.tsx'
import { Sheet } from '#ui/layer/sheet.tsx'
import { useNotify } from '#ui/layer/snackbar.tsx'
import { useHere } from '#ui/use-here.ts'
import { ignoreExpected, isMissingFile } from '#contract/values/expected.ts'
import { type ThankYouCar, thankYouPath } from './thank-you-address.ts'

const fieldNames = ['name', 'email', 'countryCode', 'gsm', 'message'] as const
type FieldName = (typeof fieldNames)[number]

interface Props {
  car: CarDetail
  /** The server's time of what is shown about it. */
  asOf: number | undefined
  /** The form is an overlay: leaving replaces that step, so that Back does not open it again. */
  overPage: boolean
  /** Whether the overlay is shown: one that is closed leads nowhere. */
  open?: boolean
}

/** The contact-dealer form (R-CAR-11): what is typed survives a killed tab, and sending means saved here first. */
export function EnquiryForm({ car, asOf, overPage, open }: Props) {
  const draft = useFormDraft<EnquiryFormValues>(`enquiry:${car._id}`)
  const { market } = useSiteSettings()
  const { user } = useSession()
  if (!draft.loaded) return <div className="min-h-[34rem]" aria-busy="true" />
  const start: EnquiryFormValues = {
    name: user?.fullname ?? '',
    email: user?.email ?? '',
    countryCode: regionOf[market].prefix.enquiry as EnquiryFormValues['countryCode'],
    gsm: '',
    message: '',
    ...draft.values,
  }
  return <Fields {...{ car, asOf, overPage, open, start, draft }} />
}

interface FieldsProps extends Props {
  start: EnquiryFormValues
  draft: FormDraft<EnquiryFormValues>
}

function Fields({ car, asOf, overPage, open, start, draft }: FieldsProps) {
  // What one starts from is read once; a draft saved meanwhile is what is here already.
  const [initial] = useState(start)
  const { register, handleSubmit, control, formState, setError } = useForm<EnquiryFormValues>({
    resolver: standardSchemaResolver(enquiryForm),
    defaultValues: initial,
    mode: 'onTouched',
  })
  const { errors, isDirty } = formState
  const { state } = useConnection()
  const put = useCommand('enquiry.send')
  const [, navigate] = useLocation()
  const notify = useNotify()
  const here = useHere(open)
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState<string>()
  // Two taps in one frame are one enquiry: the state above would come too late for the second.
  const sending = useRef(false)

  const typed = useWatch({ control })
  const { save, clear, values: before } = draft
  const wasDirty = useRef(false)
  useEffect(() => {
    if (busy) return
    if (isDirty) save({ ...initial, ...typed })
    // What was deleted again must not come back.
    else if (wasDirty.current && before) save(initial)
    else if (wasDirty.current) clear()
    wasDirty.current = isDirty
  }, [typed, isDirty, busy, initial, save, clear, before])
  // The next page must open without signal as well.
  useEffect(() => {
    import('./thank-you-page.tsx').catch(ignoreExpected('load-thank-you', isMissingFile))
  }, [])

  /** Puts the enquiry into the outbox and goes to /thankyou; says why it could not be saved, if it could not. */
  async function submit(values: EnquiryFormValues) {
    if (sending.current) return
    sending.current = true
    setBusy(true)
    const result = await put({ carId: car._id, carTitle: car.title, ...values })
    if (result.ok) {
      clear()
      if (!here.current) {
        const message = result.kept
          ? 'Your message is saved on this phone and will be sent.'
          : 'Your message was sent.'
        notify({ severity: 'success', message })
        return
      }
      const { slug, title, price, pictures } = car
      const about: ThankYouCar = { slug, title, price, picture: pictures[0], asOf }
      navigate(thankYouPath(result.id, slug), { replace: overPage, state: { car: about, untold: true } })
      return
    }
    sending.current = false
    setBusy(false)
    setRefused(result.error.message)
    if (!here.current) notify({ severity: 'error', title: 'Not sent', message: result.error.message })
    for (const field of fieldNames) {
      const message = result.error.fields?.[field]
      if (message !== undefined) setError(field, { message })
    }
  }

  const field = (name: FieldName) => ({ error: errors[name]?.message, ...register(name) })
  return (
    <form noValidate onSubmit={(event) => void handleSubmit(submit)(event)} className="space-y-4">
      <TextInput label="Your name" autoComplete="name" {...field('name')} />
      <TextInput label="E-mail" type="email" inputMode="email" autoComplete="email" {...field('email')} />
      <div className="grid grid-cols-[7.5rem_minmax(0,1fr)] items-start gap-2">
        <Select
          label="Country code"
          autoComplete="tel-country-code"
          options={enquiryCodes.map((code) => ({ value: code, label: code }))}
          {...field('countryCode')}
        />
        <TextInput
          label="Contact no."
          type="tel"
          inputMode="tel"
          autoComplete="tel-national"
          {...field('gsm')}
        />
      </div>
      <Textarea
        label="Message"
        placeholder={`Hello! Is the ${car.title} still available?`}
        {...field('message')}
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

interface SheetProps extends Omit<Props, 'overPage' | 'open'> {
  /** What is to be known before writing. */
  note: ReactNode
  title: string
  open: boolean
  onClose: () => void
}

/** The form on a phone: it comes up over the car. */
export function EnquirySheet({ car, asOf, note, title, open, onClose }: SheetProps) {
  return (
    <Sheet open={open} onClose={onClose} title={title}>
      <div className="px-4 pt-4 pb-[calc(1.5rem+env(safe-area-inset-bottom,0px))]">
        <p className="mb-4 truncate text-sm text-ink-2">About the {car.title}</p>
        {note}
        <EnquiryForm car={car} asOf={asOf} overPage open={open} />
      </div>
    </Sheet>
  )
}
