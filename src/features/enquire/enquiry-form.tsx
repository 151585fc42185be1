import { IconClock, IconSend } from '@tabler/icons-react'
import { type ReactNode, useEffect } from 'react'
import { useLocation } from 'wouter'
import type { CarDetail } from '#contract/cars.ts'
import { enquiryForm } from '#contract/forms/enquiries.ts'
import { enquiryCodes, regionOf } from '#contract/values/region.ts'
import { type FormDraft, useConnection, useFormDraft, useSession, useSiteSettings } from '#local/react'
import { Button } from '#ui/button.tsx'
import { ErrorNote } from '#parts/forms/error-note.tsx'
import { StandingLine } from '#parts/forms/standing.tsx'
import { type OutboxFormDraft, useOutboxForm } from '#parts/forms/use-outbox-form.ts'
import { Select } from '#ui/form/select.tsx'
import { TextInput } from '#ui/form/text-input.tsx'
import { Textarea } from '#ui/form/textarea.tsx'
import { Sheet } from '#ui/layer/sheet.tsx'
import { useNotify } from '#ui/layer/snackbar.tsx'
import { useHere } from '#ui/use-here.ts'
import { ignoreExpected, isMissingFile } from '#contract/values/expected.ts'
import type { CarInBrief } from '#parts/forms/about-car.tsx'
import { thankYouPath } from './thank-you-address.ts'

interface Props {
  car: CarDetail
  /** Server time of the data of the car. */
  asOf: number | undefined
  /**
   * Whether the overlay with the form is open. A form in a closed overlay must not navigate, and leaving an open one replaces its
   * history entry, so that Back does not reopen it.
   */
  open?: boolean
}

/** Shows the contact-dealer form (R-CAR-11). Its text survives a closed tab; sending first stores the message on this phone. */
export function EnquiryForm(props: Props) {
  const draft = useFormDraft<OutboxFormDraft>(`enquiry:${props.car._id}`)
  if (!draft.loaded)
    return (
      <div className="min-h-[34rem]" aria-busy="true">
        {draft.handing && <StandingLine icon={IconClock}>Your message is being saved …</StandingLine>}
      </div>
    )
  return <Fields {...props} draft={draft} />
}

function Fields({ car, asOf, open, draft }: Props & { draft: FormDraft<OutboxFormDraft> }) {
  const { market } = useSiteSettings()
  const { user } = useSession()
  const offline = useConnection().state === 'offline'
  const [, navigate] = useLocation()
  const notify = useNotify()
  const here = useHere(open)
  // The next page must open offline as well.
  useEffect(() => {
    import('./thank-you-page.tsx').catch(ignoreExpected('load-thank-you', isMissingFile))
  }, [])
  const { state, field, submit } = useOutboxForm({
    kind: 'enquiry.send',
    schema: enquiryForm,
    start: {
      name: user?.fullname ?? '',
      email: user?.email ?? '',
      countryCode: regionOf[market].prefix.enquiry,
      gsm: '',
      message: '',
    },
    draft,
    payloadOf: (values) => ({ carId: car._id, carTitle: car.title, ...values }),
    /** Opens /thankyou; a notice tells a person who has left the page meanwhile about the result. */
    onPut(result) {
      if (result.ok && here.current) {
        const { slug, title, price, pictures } = car
        const about: CarInBrief = { slug, title, price, picture: pictures[0], asOf }
        const state = { car: about, untold: true }
        navigate(thankYouPath(result.id, slug), { replace: open !== undefined, state })
      } else if (result.ok) {
        const message = result.kept
          ? 'Your message is saved on this phone and will be sent.'
          : 'Your message was sent.'
        notify({ severity: 'success', message })
      } else if (!here.current)
        notify({ severity: 'error', title: 'Not sent', message: result.error.message })
    },
  })

  return (
    <form noValidate onSubmit={submit} className="space-y-4">
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
      {state.is === 'error' && <ErrorNote>{state.message}</ErrorNote>}
      <Button type="submit" wide icon={IconSend} loading={state.is === 'loading'}>
        {offline ? 'Save and send later' : 'Send message'}
      </Button>
      <p className="text-13 text-ink-3">
        {offline
          ? 'You are offline. Your message is kept on this phone and goes out when you are back online.'
          : 'Meet in public and never pay before you have seen the car.'}
      </p>
    </form>
  )
}

interface SheetProps extends Omit<Props, 'open'> {
  /** Note to read before writing. */
  note: ReactNode
  title: string
  open: boolean
  onClose: () => void
}

/** Shows the form in a sheet over the car, on a phone. */
export function EnquirySheet({ car, asOf, note, title, open, onClose }: SheetProps) {
  return (
    <Sheet open={open} onClose={onClose} title={title}>
      <div className="px-4 pt-4 pb-[calc(1.5rem+env(safe-area-inset-bottom,0px))]">
        <p className="mb-4 truncate text-sm text-ink-2">About the {car.title}</p>
        {note}
        <EnquiryForm car={car} asOf={asOf} open={open} />
      </div>
    </Sheet>
  )
}
