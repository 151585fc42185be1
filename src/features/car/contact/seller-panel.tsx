import { IconMessageCircle, IconMessages } from '@tabler/icons-react'
import type { CarDetail } from '#contract/cars.ts'
import { ShowNumber } from '#parts/contact/show-number.tsx'
import { Button } from '#ui/button.tsx'
import { chatWith } from '../words.ts'
import { SellerCard } from './seller-card.tsx'

interface Props {
  car: CarDetail
  greeting: string
  onMessage: () => void
  onChat: () => void
}

/** The seller and the ways to reach them; on a phone the contact bar has the buttons to write. */
export function SellerPanel({ car, greeting, onMessage, onChat }: Props) {
  return (
    <SellerCard car={car}>
      <ShowNumber key={car._id} gsm={car.creator.gsm} greeting={greeting} />
      {car.status === 'active' && (
        <>
          <Button wide icon={IconMessageCircle} onClick={onMessage} className="hidden! lg:inline-flex!">
            Message seller
          </Button>
          <Button
            look="outline"
            wide
            icon={IconMessages}
            onClick={onChat}
            className="hidden! lg:inline-flex!"
          >
            {chatWith(car.creator)}
          </Button>
          {/* For guests as well (R-ROLE-11). */}
          <Button look="quiet" wide href={`/book-test-drive?car=${encodeURIComponent(car.slug)}`}>
            Book a test drive
          </Button>
        </>
      )}
    </SellerCard>
  )
}
