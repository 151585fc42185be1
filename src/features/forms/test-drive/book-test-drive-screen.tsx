import { aboutPage } from '#contract/heads/page-abouts.ts'
import { useSearch } from 'wouter'
import { useCar, useFormDraft, useSiteSettings } from '#local/react'
import { AboutCar } from '#parts/forms/about-car.tsx'
import { Skeleton } from '#ui/show/skeleton.tsx'
import { FormPage } from '../form-page.tsx'
import type { FormLeft } from '../use-outbox-form.ts'
import { TestDriveForm } from './test-drive-form.tsx'

/** /book-test-drive, for anybody (R-NAV-10, R-FORM-06); `?car=` names the car it is about. */
export function BookTestDriveScreen() {
  const slug = new URLSearchParams(useSearch()).get('car') ?? ''
  return (
    <FormPage
      title="Book A Test Drive"
      description={aboutPage('/book-test-drive', useSiteSettings())}
      intro="Choose a car, a day and a time. It is confirmed by phone or e-mail; no account needed."
    >
      {slug === '' ? <Form key="any" car={undefined} /> : <WithCar key={slug} slug={slug} />}
    </FormPage>
  )
}

const waiting = <div aria-busy="true" className="min-h-[52rem]" />

/** The form about one car: as soon as it is known here, or without it when it cannot be. */
function WithCar({ slug }: { slug: string }) {
  const { data, status, asOf } = useCar(slug)
  const car = data?.data
  if (!car && status === 'loading')
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
      <Form car={unavailable ? undefined : car} />
    </>
  )
}

function Form({ car }: Pick<Parameters<typeof TestDriveForm>[0], 'car'>) {
  const draft = useFormDraft<FormLeft>(car ? `test-drive:${car._id}` : 'test-drive')
  return draft.loaded ? <TestDriveForm car={car} draft={draft} /> : waiting
}
