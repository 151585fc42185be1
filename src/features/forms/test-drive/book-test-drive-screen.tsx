import { aboutPage } from '#contract/heads/page-abouts.ts'
import { useSearch } from 'wouter'
import {
  useCar,
  useFormDraft,
  useSiteSettings,
  type FormDraft,
  useServerNow,
  useMyProfile,
  useSession,
} from '#local/react'
import { AboutCar } from '#parts/forms/about-car.tsx'
import { Skeleton } from '#ui/show/skeleton.tsx'
import { FormPage, QueuedSubmit } from '../form-page.tsx'
import { type OutboxFormDraft, useOutboxForm } from '#parts/forms/use-outbox-form.ts'
import { IconSteeringWheel } from '@tabler/icons-react'
import { useEffect, useMemo, useState } from 'react'
import { FormProvider } from 'react-hook-form'
import { z } from 'zod/mini'
import type { CarDetail } from '#contract/cars.ts'
import { regionOf, type RegionSettings } from '#contract/values/region.ts'
import { instantIn, wallTime } from '#contract/values/zone.ts'
import { chooseTime, testDriveForm } from '#contract/forms/test-drives.ts'
import { isPast } from '#parts/forms/slots.ts'
import { DonePanel, ErrorPanel, RefusedNote, SavedPanel } from '../outcome.tsx'
import { TestDriveFields } from './test-drive-fields.tsx'
import { mobileNumber } from '../who-fields.tsx'

/** Shows /book-test-drive for everybody (R-NAV-10, R-FORM-06); `?car=` names the car. */
export function BookTestDriveScreen() {
  const slug = new URLSearchParams(useSearch()).get('car') ?? ''
  return (
    <FormPage
      title="Book A Test Drive"
      description={aboutPage('/book-test-drive', useSiteSettings())}
      intro="Choose a car, a day and a time. It is confirmed by phone or e-mail; no account needed."
    >
      {slug === '' ? <Form key="any" about="any" car={undefined} /> : <WithCar key={slug} slug={slug} />}
    </FormPage>
  )
}

const waiting = <div aria-busy="true" className="min-h-[52rem]" />

/** Shows the form about one car once the car is loaded, or without the car when it cannot be loaded. */
function WithCar({ slug }: { slug: string }) {
  const { data, status, asOf } = useCar(slug)
  const car = data?.data
  // A form that was shown stays while the car is loaded again.
  const [shown, setShown] = useState(false)
  if (!shown && (car !== undefined || status !== 'loading')) setShown(true)
  if (!shown && !car && status === 'loading')
    return (
      <>
        <Skeleton className="mb-6 h-30 w-full max-w-[26rem] rounded-card!" />
        {waiting}
      </>
    )
  const unavailable = car !== undefined && car.status !== 'active'
  return (
    <>
      {car && (
        <div className="mb-6">
          <AboutCar car={{ ...car, picture: car.pictures[0], asOf }} />
        </div>
      )}
      {(!car || unavailable) && (
        <p className="mb-6 rounded-input bg-amber-tint px-3.5 py-3 text-sm text-amber-ink">
          {unavailable
            ? 'This car is not for sale any more. You can ask for another one like it.'
            : 'This car could not be loaded. Choose its make and model, and we find it.'}
        </p>
      )}
      <Form about={slug} car={unavailable ? undefined : car} />
    </>
  )
}

/** The draft belongs to the address, because the car may load or be sold while a person types. */
function Form({ about, car }: { about: string; car: CarDetail | undefined }) {
  const draft = useFormDraft<OutboxFormDraft>(`test-drive:${about}`)
  return draft.loaded ? <TestDriveForm car={car} draft={draft} /> : waiting
}

/** Returns the rules of the contract with those of the market: the number of digits and the time zone. */
const schemaOf = (region: RegionSettings, now: number) =>
  z.extend(testDriveForm, {
    mobile_number: mobileNumber(testDriveForm.shape.mobile_number, region, region.prefix.testDrive),
    datetime: testDriveForm.shape.datetime.check(
      z.refine((time) => Number.isNaN(Date.parse(time)) || !isPast(time, region.timeZone, now), chooseTime),
    ),
  })

/** Returns the known data of the signed-in person; empty texts for a guest. */
function useAboutMe(prefix: string) {
  const { user } = useSession()
  const profile = useMyProfile().data
  const now = user && profile?.fields
  // A number of another country does not fit this prefix.
  const fits = profile !== undefined && (profile.country_code === prefix || profile.country_code === '')
  return {
    fullname: now?.fullname ?? user?.fullname ?? '',
    email: user?.email ?? '',
    mobile_number: fits ? (now?.gsm ?? '') : '',
    state: now?.province ?? '',
    city: now?.city ?? '',
  }
}

interface Props {
  /** The car of the test drive, if a car is given. */
  car: CarDetail | undefined
  draft: FormDraft<OutboxFormDraft>
}
const home = 'Go to Home'

/** Asks who wants to drive which car, where and when (R-ENT-30, R-VAL-52 to R-VAL-61). */
function TestDriveForm({ car, draft }: Props) {
  const region = regionOf[useSiteSettings().market]
  const me = useAboutMe(region.prefix.testDrive)
  const now = useServerNow()
  const { form, state, refused, field, submit, trap } = useOutboxForm({
    kind: 'testdrive.book',
    schema: useMemo(() => schemaOf(region, now), [region, now]),
    start: {
      ...me,
      postcode: '',
      car_brand: car?.make ?? '',
      car_model: car?.model ?? '',
      datetime: '',
    },
    draft,
    payloadOf: (values, filled) => ({
      ...values,
      filled,
      // The payload has an instant, so a later change of the market's clock does not change the chosen time.
      datetime: instantIn(region.timeZone, values.datetime),
      ...(car && { car_id: car._id }),
    }),
    fieldsOf: ({ car_id: about, datetime, ...fields }) =>
      about === car?._id
        ? { ...fields, datetime: wallTime(region.timeZone, Date.parse(datetime)) }
        : undefined,
  })
  const { setValue, getValues, getFieldState } = form
  // The profile may load after the form; it fills empty fields that the person has not changed.
  const personJson = JSON.stringify(me)
  useEffect(() => {
    for (const [name, value] of Object.entries(JSON.parse(personJson) as typeof me)) {
      const at = name as keyof typeof me
      if (value !== '' && getValues(at) === '' && !getFieldState(at).isDirty) setValue(at, value)
    }
  }, [personJson, setValue, getValues, getFieldState])

  useEffect(() => {
    if (car === undefined) return
    setValue('car_brand', car.make)
    setValue('car_model', car.model)
  }, [car, setValue])

  if (state.is === 'success')
    return (
      <DonePanel title="Your test drive request has been submitted successfully" home={home}>
        <p className="max-w-[26rem] text-ink-2">You will get an e-mail as soon as it is confirmed.</p>
      </DonePanel>
    )
  if (state.is === 'saved') return <SavedPanel entry={state.entry} home={home} />
  return (
    <>
      {state.is === 'error' && <ErrorPanel message={state.message} />}
      {refused && <RefusedNote {...refused} />}
      <form noValidate className="relative space-y-4" onSubmit={submit}>
        <FormProvider {...form}>
          <TestDriveFields region={region} car={car} field={field} />
        </FormProvider>
        {trap}
        <QueuedSubmit icon={IconSteeringWheel} busy={state.is === 'loading'} what="Your request">
          Book test drive
        </QueuedSubmit>
      </form>
    </>
  )
}
