import { type ReactNode, Suspense } from 'react'
import type { CarReply } from '#contract/cars.ts'
import { lazyInDrawn } from '#parts/use-at-rest.ts'
import { Skeleton } from '#ui/show/skeleton.tsx'
import { CarHeading } from './about/car-heading.tsx'
import { KeyFacts } from './about/key-facts.tsx'
import { CarLayout } from './car-layout.tsx'
import { ContactBar } from './contact/contact-bar.tsx'
import { SellerPanel } from './contact/seller-panel.tsx'
import { Gallery } from './gallery/gallery.tsx'
import { PictureTools } from './gallery/picture-tools.tsx'

const later = () => import('./later.ts')
const Introduction = lazyInDrawn(async () => (await later()).Introduction)
const Description = lazyInDrawn(async () => (await later()).Description)
const ReportStart = lazyInDrawn(async () => (await later()).ReportStart)
const RecentCars = lazyInDrawn(async () => (await later()).RecentCars)

interface Props {
  reply: CarReply
  /** The server's time of what is shown, and where it came from. */
  asOf: number | undefined
  source: string | undefined
  /** Of single recent cars, by id, where it is another. */
  times: ReadonlyMap<string, number> | undefined
  onBack: () => void
  onMessage: () => void
  onChat: () => void
  /** The way to put it beside other cars, and what stands below everything: not of this feature either. */
  compare?: ReactNode
  end?: ReactNode
  /** The way to write to the seller; another feature brings it. */
  enquiry: ReactNode
}

/** The first words of a call or a WhatsApp message. */
const greetingFor = (title: string) => `Hello, is the ${title} still available?`

/** A car on its own page. */
export function CarPage({ reply, onBack, onMessage, onChat, compare, end, enquiry, ...known }: Props) {
  const { data: car, recent_list } = reply
  const greeting = greetingFor(car.title)
  return (
    <>
      <CarLayout
        gallery={
          <Gallery key={car._id} pictures={car.pictures} title={car.title} faded={car.status !== 'active'}>
            <PictureTools car={car} onBack={onBack} />
          </Gallery>
        }
        heading={
          <>
            <CarHeading car={car} asOf={known.asOf} source={known.source} />
            {compare}
          </>
        }
        introduction={
          <Suspense fallback={<Skeleton className="h-19 rounded-card!" />}>
            <Introduction car={car} />
          </Suspense>
        }
        main={
          <>
            <KeyFacts car={car} />
            <Suspense fallback={<Skeleton className="h-96" />}>
              <Description car={car} />
            </Suspense>
          </>
        }
        seller={<SellerPanel car={car} greeting={greeting} onMessage={onMessage} onChat={onChat} />}
        enquiry={enquiry}
        recent={
          <Suspense fallback={<Skeleton className="h-96 rounded-card!" />}>
            <RecentCars cars={recent_list} {...known} />
          </Suspense>
        }
        report={
          <Suspense fallback={null}>
            <ReportStart car={car} />
          </Suspense>
        }
        end={end}
      />
      <ContactBar car={car} greeting={greeting} onMessage={onMessage} onChat={onChat} />
    </>
  )
}
