import { IconSteeringWheel } from '@tabler/icons-react'
import { useEffect, useMemo } from 'react'
import { FormProvider } from 'react-hook-form'
import { z } from 'zod/mini'
import type { CarDetail } from '#contract/cars.ts'
import { regionOf, type RegionSettings } from '#contract/values/region.ts'
import { instantIn } from '#contract/values/zone.ts'
import { type FormDraft, useServerNow, useSiteSettings, useMyProfile, useSession } from '#local/react'
import { chooseTime, testDriveForm } from '#contract/forms/test-drives.ts'
import { isPast } from '#parts/forms/slots.ts'
import { DonePanel, ErrorPanel, SavedPanel } from '../outcome.tsx'
import { QueuedSubmit } from '../form-page.tsx'
import { type FormLeft, useOutboxForm } from '../use-outbox-form.ts'
import { TestDriveFields } from './test-drive-fields.tsx'
import { mobileNumber } from '../who-fields.tsx'

/** The contract's own rules, and what only a place and a moment can say: the digits and the clock of the market. */
const schemaOf = (region: RegionSettings, now: number) =>
  z.extend(testDriveForm, {
    mobile_number: mobileNumber(testDriveForm.shape.mobile_number, region, region.prefix.testDrive),
    datetime: testDriveForm.shape.datetime.check(
      z.refine((time) => Number.isNaN(Date.parse(time)) || !isPast(time, region.timeZone, now), chooseTime),
    ),
  })

const useSchema = (region: RegionSettings, now: number) => useMemo(() => schemaOf(region, now), [region, now])

/** What is known of the person who is signed in; a guest starts with nothing. */
function useAboutMe(prefix: string) {
  const { user } = useSession()
  const profile = useMyProfile().data
  const now = user && profile?.fields
  // A number of another country has no place behind this prefix.
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
  /** The car it is about, where it is about one. */
  car: CarDetail | undefined
  draft: FormDraft<FormLeft>
}
const home = 'Go to Home'

/** Who wants to drive what, where and when (R-ENT-30, R-VAL-52 to R-VAL-61). */
export function TestDriveForm({ car, draft }: Props) {
  const region = regionOf[useSiteSettings().market]
  const me = useAboutMe(region.prefix.testDrive)
  const { form, state, field, submit, trap } = useOutboxForm({
    kind: 'testdrive.book',
    schema: useSchema(region, useServerNow()),
    start: {
      ...me,
      postcode: '',
      car_brand: car?.make ?? '',
      car_model: car?.model ?? '',
      datetime: '',
    },
    draft,
    payloadOf: (values) => ({
      ...values,
      // What was chosen is an instant, whatever the market's clock is by the time it is sent.
      datetime: instantIn(region.timeZone, values.datetime),
      ...(car && { car_id: car._id }),
    }),
  })
  const { setValue, getValues, getFieldState } = form
  // The profile may come after the form; it fills what is empty and was not touched.
  const personJson = JSON.stringify(me)
  useEffect(() => {
    for (const [name, value] of Object.entries(JSON.parse(personJson) as typeof me)) {
      const at = name as keyof typeof me
      if (value !== '' && getValues(at) === '' && !getFieldState(at).isDirty) setValue(at, value)
    }
  }, [personJson, setValue, getValues, getFieldState])

  if (state.is === 'success')
    return (
      <DonePanel title="Your test drive request has been submitted successfully" home={home}>
        <p className="max-w-[26rem] text-ink-2">You will get a letter as soon as it is confirmed.</p>
      </DonePanel>
    )
  if (state.is === 'saved') return <SavedPanel entry={state.entry} home={home} />
  return (
    <>
      {state.is === 'error' && <ErrorPanel message={state.message} />}
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
