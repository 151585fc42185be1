import { type ReactNode, useMemo } from 'react'
import type { CarReply, CarDetail } from '#contract/cars.ts'
import { lazyInDrawn } from '#parts/use-at-rest.ts'
import { Skeleton } from '#ui/show/skeleton.tsx'
import { CarHeading } from './about/car-heading.tsx'
import { CarLayout } from './car-layout.tsx'
import { ContactBar } from './contact/contact-bar.tsx'
import { SellerPanel } from './contact/seller-panel.tsx'
import { Gallery } from './gallery/gallery.tsx'
import type { CardSource } from './recent-cars.tsx'
import {
  IconArrowLeft,
  IconShare3,
  IconAutomaticGearbox,
  IconCalendar,
  IconCar,
  IconCar4wd,
  IconEngine,
  IconGasStation,
  IconGauge,
  IconManualGearbox,
  IconPalette,
  IconRosetteDiscountCheck,
} from '@tabler/icons-react'
import { Heart } from '#parts/heart.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Badge } from '#ui/show/badge.tsx'
import { useShare } from '#parts/use-share.ts'
import { formatMileage } from '#parts/specs.tsx'
import { Icon } from '#ui/icon.tsx'

/** Returns the facts of R-CAR-04 by how often people ask for them, as many as fill the grid. */
function keyFacts(car: CarDetail) {
  const gearbox = /^manual$/i.test(car.transmission) ? IconManualGearbox : IconAutomaticGearbox
  return [
    { label: 'Mileage', text: formatMileage(car.mileage), icon: IconGauge },
    { label: 'Gearbox', text: car.transmission, icon: gearbox },
    { label: 'Fuel', text: car.fueltype, icon: IconGasStation },
    { label: 'Engine', text: car.engine, icon: IconEngine },
    { label: 'Drive', text: car.drive, icon: IconCar4wd },
    { label: 'Year', text: String(car.year), icon: IconCalendar },
    { label: 'Body', text: car.bodytype, icon: IconCar },
    { label: 'Condition', text: car.condition, icon: IconRosetteDiscountCheck },
    { label: 'Colour', text: car.exteriorcolor, icon: IconPalette },
  ]
}

function KeyFacts({ car }: { car: CarDetail }) {
  return (
    <section aria-label="Key features">
      <dl className="grid grid-cols-3 gap-px overflow-hidden rounded-grid border border-line bg-line">
        {keyFacts(car).map(({ label, text, icon }) => (
          <div
            key={label}
            className="flex min-h-20 min-w-0 flex-col-reverse justify-center bg-surface px-3 py-2.5 lg:px-4"
          >
            <dt className="text-xs text-ink-3 lg:pl-8.5">{label}</dt>
            <dd className="flex min-w-0 flex-col gap-1.5 text-sm font-semibold lg:flex-row lg:gap-3 lg:text-base">
              <Icon of={icon} size={22} />
              <span className="truncate">
                {text.trim() === '' ? <span className="font-normal text-ink-3">Not stated</span> : text}
              </span>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

interface PictureToolsProps {
  car: Pick<CarDetail, '_id' | 'title' | 'status'>
  onBack: () => void
}

/**
 * Shows the controls on the picture: back, save, the state of the ad, and share, which omits the parameters of the current
 * address.
 */
function PictureTools({ car, onBack }: PictureToolsProps) {
  const share = useShare()
  return (
    <div className="absolute inset-x-3 top-[max(0.75rem,env(safe-area-inset-top))] flex items-start justify-between">
      <div className="flex flex-col items-start gap-2">
        <IconButton icon={IconArrowLeft} label="Back" look="disc" onClick={onBack} className="lg:hidden" />
        {car.status !== 'active' && (
          <Badge tone="dark">{car.status === 'sold' ? 'Sold' : 'Not listed'}</Badge>
        )}
      </div>
      <div className="flex gap-2">
        <IconButton
          icon={IconShare3}
          label={`Share ${car.title}`}
          look="disc"
          onClick={() => void share({ title: car.title, path: location.pathname })}
        />
        <Heart carId={car._id} title={car.title} />
      </div>
    </div>
  )
}

const later = () => import('./later.ts')
const Introduction = lazyInDrawn(
  async () => (await later()).CarIntroduction,
  <Skeleton className="h-19 rounded-card!" />,
)
const Description = lazyInDrawn(async () => (await later()).Description, <Skeleton className="h-96" />)
const ReportStart = lazyInDrawn(async () => (await later()).ReportStart)
const RecentCars = lazyInDrawn(
  async () => (await later()).RecentCars,
  <Skeleton className="h-96 rounded-card!" />,
)

interface Props extends CardSource {
  reply: CarReply
  /** Whether newer data is on its way. */
  refreshing: boolean
  onBack: () => void
  onMessage: () => void
  onChat: () => void
  /** Comparison button, and `end`, the content below the page; other features provide both. */
  compare?: ReactNode
  end?: ReactNode
  /** Form to write to the seller; another feature provides it. */
  enquiry: ReactNode
}

/** Returns the first words of a call or a WhatsApp message. */
const greetingFor = (title: string) => `Hello, is the ${title} still available?`

/**
 * Returns the parts that can load late, with reserved space. Their elements are memoised by car, because an unrelated update must
 * not re-render a drawn part whose code is not loaded.
 */
function useLater({ data: car, recent_list }: CarReply, { asOf, source, times }: CardSource) {
  const ofCar = useMemo(
    () => ({
      introduction: <Introduction car={car} />,
      description: <Description car={car} />,
      report: <ReportStart car={car} />,
    }),
    [car],
  )
  const recent = useMemo(
    () => <RecentCars cars={recent_list} asOf={asOf} source={source} times={times} />,
    [recent_list, asOf, source, times],
  )
  return { ...ofCar, recent }
}

export function CarView({
  reply,
  refreshing,
  onBack,
  onMessage,
  onChat,
  compare,
  end,
  enquiry,
  ...state
}: Props) {
  const { data: car } = reply
  const greeting = greetingFor(car.title)
  const { introduction, description, recent, report } = useLater(reply, state)
  return (
    <>
      <CarLayout
        gallery={
          <Gallery key={car._id} pictures={car.pictures} title={car.title} faded={car.status !== 'active'}>
            <PictureTools car={car} onBack={onBack} />
            {state.source === 'phone' && !refreshing && (
              <div className="pointer-events-none absolute bottom-3 left-3">
                <Badge tone="dark">Saved on this phone</Badge>
              </div>
            )}
          </Gallery>
        }
        heading={
          <>
            <CarHeading car={car} asOf={state.asOf} source={state.source} />
            {compare}
          </>
        }
        introduction={introduction}
        main={
          <>
            <KeyFacts car={car} />
            {description}
          </>
        }
        seller={<SellerPanel car={car} greeting={greeting} onMessage={onMessage} onChat={onChat} />}
        enquiry={enquiry}
        recent={recent}
        report={report}
        end={end}
      />
      <ContactBar car={car} greeting={greeting} onMessage={onMessage} onChat={onChat} />
    </>
  )
}
