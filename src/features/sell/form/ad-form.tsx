import type { ReactNode } from 'react'
import { FormProvider } from 'react-hook-form'
import type { SavedState } from '#local/react'
import { useMediaQuery } from '#ui/use-media-query.ts'
import type { Album } from '../photos/album.ts'
import { LongForm } from './long-form.tsx'
import { Rules } from './rules.tsx'
import { SavedNote } from './saved-note.tsx'
import type { WizardStep } from './steps.ts'
import type { AdForm } from './use-ad-form.ts'
import { Wizard } from './wizard.tsx'
import { PhotosField } from '../photos/photos-field.tsx'
import { CarFields } from '../steps/car-fields.tsx'
import { ConditionFields } from '../steps/condition-fields.tsx'
import { PlaceFields } from '../steps/place-fields.tsx'
import { Review } from '../steps/review.tsx'

interface AdPartProps {
  step: WizardStep
  album: Album
  photoError: string | undefined
  goTo: (step: WizardStep) => void
}
const grid = (fields: ReactNode) => <div className="grid grid-cols-1 gap-4 lg:grid-cols-2">{fields}</div>

/** What is in one step. */
function AdPart({ step, album, photoError, goTo }: AdPartProps) {
  switch (step) {
    case 'photos':
      return <PhotosField album={album} error={photoError} />
    case 'car':
      return grid(<CarFields />)
    case 'condition':
      return grid(<ConditionFields />)
    case 'place':
      return grid(<PlaceFields />)
    case 'review':
      return <Review pictures={album.pictures.length} photoError={photoError} goTo={goTo} />
  }
}

/** As wide as one long form needs; below that a step at a time. */
const wideEnough = '(min-width: 64rem)'

/** Of a wide screen, which shows everything at once. */
const order = ['photos', 'car', 'condition', 'place'] as const

interface Props {
  title: string
  /** R-POST-14, R-POST-15 */
  submitLabel: 'Publish My Ad' | 'Update My Ad'
  state: AdForm
  album: Album
  saved: SavedState
  edit?: boolean
  /** Above the pictures. */
  top?: ReactNode
  onClose: () => void
}

/** The form of an ad: a step at a time on a phone, all of it on a wide screen, over the same state. */
export function AdFormView({ title, submitLabel, state, album, saved, edit = false, top, onClose }: Props) {
  const wide = useMediaQuery(wideEnough)
  const { step, goTo, check, photoError, busy } = state
  const submit = { label: submitLabel, busy, run: () => void state.submit() }
  const note = <SavedNote saved={saved} edit={edit} />
  const part = (one: WizardStep) => <AdPart step={one} album={album} photoError={photoError} goTo={goTo} />
  return (
    <FormProvider {...state.form}>
      <div onBlur={state.onBlur}>
        {wide ? (
          <>
            {top && <div className="mx-auto max-w-page px-4 pt-6">{top}</div>}
            <LongForm
              title={title}
              saved={note}
              parts={order.map((one) => ({ step: one, content: part(one) }))}
              submit={submit}
              aside={<Rules />}
            />
          </>
        ) : (
          <Wizard step={step} goTo={goTo} check={check} saved={note} submit={submit} onClose={onClose}>
            {step === 'photos' && top}
            {part(step)}
          </Wizard>
        )}
      </div>
    </FormProvider>
  )
}
