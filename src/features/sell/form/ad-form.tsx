import { type ReactNode, useState } from 'react'
import { FormProvider } from 'react-hook-form'
import { type SavedState, useConnection } from '#local/react'
import { useMediaQuery } from '#ui/use-media-query.ts'
import type { Album } from '../photos/album.ts'
import { PostingRules, Review } from '../steps/review.tsx'
import { type WizardStep, stepNames } from './steps.ts'
import type { AdForm } from './use-ad-form.ts'
import { Wizard } from './wizard.tsx'
import type { ReplacedText } from '../describe-button.tsx'
import { PhotosField } from '../photos/photos-field.tsx'
import { CarFields, ConditionFields } from '../steps/car-fields.tsx'
import { AdPlaceFields } from '../steps/ad-place-fields.tsx'
import { Button } from '#ui/button.tsx'
import { IconAlertTriangle, IconDeviceFloppy } from '@tabler/icons-react'
import { Icon } from '#ui/icon.tsx'

interface LongFormProps {
  title: string
  saved: ReactNode
  parts: Readonly<Record<WizardStep, ReactNode>>
  submit: { label: string; busy: boolean; run: () => void }
}
const order = ['photos', 'car', 'condition', 'place'] as const

/** Shows all parts of the form on one page, for wide screens. */
function LongForm({ title, saved, parts, submit }: LongFormProps) {
  return (
    <div className="mx-auto max-w-page px-4 py-8">
      <div className="flex flex-wrap items-baseline justify-between gap-3">
        <h1 className="text-3xl font-bold">{title}</h1>
        {saved}
      </div>
      <div className="mt-6 grid grid-cols-[minmax(0,1fr)_20rem] gap-8">
        <form
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            submit.run()
          }}
          className="space-y-6"
        >
          {order.map((step) => (
            <section
              key={step}
              aria-labelledby={`part-${step}`}
              className="rounded-card bg-surface p-6 shadow-e1"
            >
              <h2 id={`part-${step}`} className="mb-4 text-xl font-bold">
                {stepNames[step]}
              </h2>
              {parts[step]}
            </section>
          ))}
          <Button type="submit" loading={submit.busy}>
            {submit.label}
          </Button>
        </form>
        <div className="space-y-4 self-start lg:sticky lg:top-24">
          <PostingRules />
        </div>
      </div>
    </div>
  )
}

/** Says whether the input is stored on this phone; never says "saved" before the write has committed (I12). */
export function SavedNote({ saved, edit = false }: { saved: SavedState; edit?: boolean }) {
  const offline = useConnection().state === 'offline'
  const what = edit ? 'Changes' : 'Draft'
  const words = {
    new: '',
    saving: 'Saving …',
    saved: offline ? `${what} saved · offline` : `${what} saved`,
    failed: saved.is === 'failed' ? `Not saved. ${saved.error.message}` : '',
  }[saved.is]
  const bad = saved.is === 'failed'
  return (
    <output
      // Screen readers announce only a failure.
      aria-live={bad ? 'assertive' : 'off'}
      className={`flex min-h-6 items-center gap-1.5 text-13 ${bad ? 'font-medium text-danger' : 'text-ink-2'}`}
    >
      {words !== '' && <Icon of={bad ? IconAlertTriangle : IconDeviceFloppy} size={18} />}
      {words}
    </output>
  )
}

const grid = (fields: ReactNode) => <div className="grid grid-cols-1 gap-4 lg:grid-cols-2">{fields}</div>

/** Minimum width for the long form; a narrower screen shows the wizard. */
const wideEnough = '(min-width: 64rem)'

interface Props {
  title: string
  /** R-POST-14, R-POST-15 */
  submitLabel: 'Publish My Ad' | 'Update My Ad'
  state: AdForm
  album: Album
  saved: SavedState
  edit?: boolean
  /** Content above the pictures. */
  top?: ReactNode
  onClose: () => void
}

/** Shows the form of an ad: a wizard on a phone and one page on a wide screen, with the same state. */
export function AdFormView({ title, submitLabel, state, album, saved, edit = false, top, onClose }: Props) {
  const wide = useMediaQuery(wideEnough)
  const { step, goTo, check, photoError, busy } = state
  const [replaced, setReplaced] = useState<ReplacedText>()
  const submit = { label: submitLabel, busy, run: () => void state.submit() }
  const note = <SavedNote saved={saved} edit={edit} />
  const parts = {
    photos: <PhotosField album={album} error={photoError} />,
    car: grid(<CarFields />),
    condition: grid(<ConditionFields />),
    place: grid(<AdPlaceFields replaced={replaced} onReplace={setReplaced} />),
    review: <Review pictures={album.pictures.length} photoError={photoError} goTo={goTo} />,
  }
  return (
    <FormProvider {...state.form}>
      <div onBlur={state.onBlur}>
        {wide ? (
          <>
            {top && <div className="mx-auto max-w-page px-4 pt-6">{top}</div>}
            <LongForm title={title} saved={note} parts={parts} submit={submit} />
          </>
        ) : (
          <Wizard step={step} goTo={goTo} check={check} saved={note} submit={submit} onClose={onClose}>
            {step === 'photos' && top}
            {parts[step]}
          </Wizard>
        )}
      </div>
    </FormProvider>
  )
}
