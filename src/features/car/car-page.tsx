import { IconArrowLeft, IconMessageCircle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { CarReply } from '#contract/cars.ts'
import { Heart } from '#parts/heart.tsx'
import { Button } from '#ui/button.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Badge } from '#ui/show/badge.tsx'
import { CarHeading } from './car-heading.tsx'
import { CarLayout } from './car-layout.tsx'
import { ContactBar } from './contact/contact-bar.tsx'
import { SellerCard } from './contact/seller-card.tsx'
import { ShowNumber } from './contact/show-number.tsx'
import { Description } from './description.tsx'
import { Gallery } from './gallery/gallery.tsx'
import { Introduction } from './introduction.tsx'
import { KeyFacts } from './key-facts.tsx'
import { RecentCars } from './recent-cars.tsx'
import { SafetyTips } from './safety-tips.tsx'
import { ShareButton } from './share-button.tsx'

interface Props {
  reply: CarReply
  /** Set when what is shown comes from this phone: the server's time of it. */
  staleSince: number | undefined
  onBack: () => void
  onMessage: () => void
  /** The way to write to the seller; another feature brings it. */
  enquiry: ReactNode
}

/** The first words of a call or a WhatsApp message. */
const greetingFor = (title: string) => `Hello, is the ${title} still available?`

/** A car on its own page. */
export function CarPage({ reply, staleSince, onBack, onMessage, enquiry }: Props) {
  const { data: car, recent_list } = reply
  const greeting = greetingFor(car.title)
  return (
    <>
      <CarLayout
        gallery={
          <Gallery key={car._id} pictures={car.pictures} title={car.title} faded={car.status !== 'active'}>
            <div className="absolute inset-x-3 top-3 flex items-start justify-between">
              <div className="flex flex-col items-start gap-2">
                <IconButton
                  icon={IconArrowLeft}
                  label="Back"
                  look="disc"
                  onClick={onBack}
                  className="lg:hidden"
                />
                {car.status !== 'active' && (
                  <Badge tone="dark">{car.status === 'sold' ? 'Sold' : 'Not listed'}</Badge>
                )}
              </div>
              <div className="flex gap-2">
                <ShareButton title={car.title} />
                <Heart carId={car._id} title={car.title} />
              </div>
            </div>
          </Gallery>
        }
        heading={<CarHeading car={car} staleSince={staleSince} />}
        introduction={<Introduction car={car} />}
        main={
          <>
            <KeyFacts car={car} />
            <Description car={car} />
          </>
        }
        seller={
          <SellerCard car={car}>
            <ShowNumber key={car._id} gsm={car.creator.gsm} greeting={greeting} />
            {car.status === 'active' && (
              <Button wide icon={IconMessageCircle} onClick={onMessage} className="hidden! lg:inline-flex!">
                Message seller
              </Button>
            )}
          </SellerCard>
        }
        safety={<SafetyTips />}
        enquiry={enquiry}
        recent={<RecentCars cars={recent_list} />}
      />
      <ContactBar car={car} greeting={greeting} onMessage={onMessage} />
    </>
  )
}
