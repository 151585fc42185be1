import { IconSteeringWheel } from '@tabler/icons-react'
import { useEffect } from 'react'
import { FormProvider } from 'react-hook-form'
import type { CarDetail } from '#contract/cars.ts'
import { regionOf } from '#contract/values/region.ts'
import { instantIn } from '#contract/values/zone.ts'
import { type FormDraft, useServerNow, useSiteSettings } from '#local/react'
import { DonePanel, ErrorPanel, SavedPanel } from '../outcome.tsx'
import { Submit } from '../submit.tsx'
import { type FormLeft, useOutboxForm } from '../use-outbox-form.ts'
import { TestDriveFields } from './test-drive-fields.tsx'
import { useAboutMe, useSchema } from './test-drive-start.ts'

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
  const known = JSON.stringify(me)
  useEffect(() => {
    for (const [name, value] of Object.entries(JSON.parse(known) as typeof me)) {
      const at = name as keyof typeof me
      if (value !== '' && getValues(at) === '' && !getFieldState(at).isDirty) setValue(at, value)
    }
  }, [known, setValue, getValues, getFieldState])

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
        <Submit icon={IconSteeringWheel} busy={state.is === 'loading'} what="Your request">
          Book test drive
        </Submit>
      </form>
    </>
  )
}
