import type { ReactNode } from 'react'
import type { Album } from '../photos/album.ts'
import { PhotosField } from '../photos/photos-field.tsx'
import { CarFields } from '../steps/car-fields.tsx'
import { ConditionFields } from '../steps/condition-fields.tsx'
import { PlaceFields } from '../steps/place-fields.tsx'
import { Review } from '../steps/review.tsx'
import type { WizardStep } from './steps.ts'

interface Props {
  step: WizardStep
  album: Album
  photoError: string | undefined
  goTo: (step: WizardStep) => void
}
const grid = (fields: ReactNode) => <div className="grid grid-cols-1 gap-4 lg:grid-cols-2">{fields}</div>

/** What stands in one step. */
export function AdPart({ step, album, photoError, goTo }: Props) {
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
