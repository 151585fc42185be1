import type { ReactNode } from 'react'
import type { CarDetail } from '#contract/cars.ts'
import { Sheet } from '#ui/layer/sheet.tsx'
import { EnquiryForm } from './enquiry-form.tsx'

interface Props {
  car: CarDetail
  asOf: number | undefined
  /** What is to be known before writing. */
  note: ReactNode
  title: string
  open: boolean
  onClose: () => void
}

/** The form on a phone: it comes up over the car. */
export function EnquirySheet({ car, asOf, note, title, open, onClose }: Props) {
  return (
    <Sheet open={open} onClose={onClose} title={title}>
      <div className="px-4 pt-4 pb-[calc(1.5rem+env(safe-area-inset-bottom,0px))]">
        <p className="mb-4 truncate text-sm text-ink-2">About the {car.title}</p>
        {note}
        <EnquiryForm car={car} asOf={asOf} overPage />
      </div>
    </Sheet>
  )
}
