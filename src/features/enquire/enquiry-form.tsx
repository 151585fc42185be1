import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { IconSend } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import type { CarDetail } from '#contract/cars.ts'
import { type EnquiryForm as Values, enquiryForm } from '#contract/forms/enquiries.ts'
import { regionOf } from '#contract/values/region.ts'
import { useConnection, useFormDraft, useSession, useSiteSettings } from '#local/react'
import { Button } from '#ui/button.tsx'
import { EnquiryFields } from './enquiry-fields.tsx'
import { ErrorNote } from '#parts/forms/error-note.tsx'
import { useSendEnquiry } from './use-send-enquiry.ts'

const fieldNames = ['name', 'email', 'countryCode', 'gsm', 'message'] as const

interface Props {
  car: CarDetail
  /** The server's time of what is shown about it. */
  asOf: number | undefined
  /** The form lies over the page. */
  overPage: boolean
}

/** The contact-dealer form (R-CAR-11): what is typed survives a killed tab, and sending means saved here first. */
export function EnquiryForm({ car, asOf, overPage }: Props) {
  const draft = useFormDraft<Values>(`enquiry:${car._id}`)
  const { market } = useSiteSettings()
  const { user } = useSession()
  if (!draft.loaded) return <div className="min-h-[34rem]" aria-busy="true" />
  const start: Values = {
    name: user?.fullname ?? '',
    email: user?.email ?? '',
    countryCode: regionOf[market].prefix.enquiry as Values['countryCode'],
    gsm: '',
    message: '',
    ...draft.values,
  }
  return <Fields {...{ car, asOf, overPage, start }} onTyped={draft.save} onSaved={draft.clear} />
}

interface FieldsProps extends Props {
  start: Values
  onTyped: (values: Values) => void
  onSaved: () => void
}

function Fields({ car, asOf, overPage, start, onTyped, onSaved }: FieldsProps) {
  // What one starts from is read once; a draft saved meanwhile is what is here already.
  const [initial] = useState(start)
  const { register, handleSubmit, control, formState, setError } = useForm<Values>({
    resolver: standardSchemaResolver(enquiryForm),
    defaultValues: initial,
    mode: 'onTouched',
  })
  const { errors, isDirty } = formState
  const { state } = useConnection()
  const [refused, setRefused] = useState<string>()
  const { send, busy } = useSendEnquiry({ car, asOf, overPage, onSaved })

  const typed = useWatch({ control })
  useEffect(() => {
    if (isDirty && !busy) onTyped({ ...initial, ...typed })
  }, [typed, isDirty, busy, initial, onTyped])

  async function submit(values: Values) {
    const error = await send(values)
    setRefused(error?.message)
    for (const field of fieldNames) {
      const message = error?.fields?.[field]
      if (message !== undefined) setError(field, { message })
    }
  }

  return (
    <form noValidate onSubmit={(event) => void handleSubmit(submit)(event)} className="space-y-4">
      <EnquiryFields carTitle={car.title} register={register} errors={errors} />
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
