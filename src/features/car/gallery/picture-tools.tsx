import { IconArrowLeft, IconShare3 } from '@tabler/icons-react'
import type { CarDetail } from '#contract/cars.ts'
import { Heart } from '#parts/heart.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Badge } from '#ui/show/badge.tsx'
import { useShare } from '#parts/use-share.ts'

interface Props {
  car: Pick<CarDetail, '_id' | 'title' | 'status'>
  onBack: () => void
}

/** What is on the picture: back, share, save, and whether the car can still be had. */
export function PictureTools({ car, onBack }: Props) {
  return (
    <div className="absolute inset-x-3 top-[max(0.75rem,env(safe-area-inset-top))] flex items-start justify-between">
      <div className="flex flex-col items-start gap-2">
        <IconButton icon={IconArrowLeft} label="Back" look="disc" onClick={onBack} className="lg:hidden" />
        {car.status !== 'active' && (
          <Badge tone="dark">{car.status === 'sold' ? 'Sold' : 'Not listed'}</Badge>
        )}
      </div>
      <div className="flex gap-2">
        <ShareButton title={car.title} />
        <Heart carId={car._id} title={car.title} />
      </div>
    </div>
  )
}

/** Hands this car to another person, without what the address says beside it. */
function ShareButton({ title, className }: { title: string; className?: string }) {
  const share = useShare()
  return (
    <IconButton
      icon={IconShare3}
      label={`Share ${title}`}
      look="disc"
      onClick={() => void share({ title, path: location.pathname })}
      {...(className === undefined ? {} : { className })}
    />
  )
}
