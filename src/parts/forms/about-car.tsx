import { Link } from 'wouter'
import { useCar } from '#local/react'
import type { CarDetail } from '#contract/cars.ts'
import { CarAge } from '../car-age.tsx'
import { CarPicture } from '../car-picture.tsx'
import { Price } from '../price.tsx'
import { Skeleton } from '#ui/show/skeleton.tsx'

/** Data of a car that a form or its confirmation shows. */
export interface CarInBrief {
  slug: string
  title: string
  price: number
  picture: CarDetail['pictures'][number] | undefined
  /** Server time of the price, ms. */
  asOf: number | undefined
}

/** Shows the car that a form is about, with the age of its price. */
export function AboutCar({ car }: { car: CarInBrief }) {
  return (
    <Link
      href={`/listing/${encodeURIComponent(car.slug)}`}
      className="group flex w-full max-w-[26rem] items-center gap-4 overflow-hidden rounded-card border border-line bg-surface p-3 text-left"
    >
      <span className="w-32 shrink-0 overflow-hidden rounded-input">
        <CarPicture picture={car.picture} sizes="128px" alt="" />
      </span>
      <span className="relative min-w-0 flex-1">
        <span className="block truncate text-lg font-semibold group-hover:underline">{car.title}</span>
        <Price amount={car.price} className="block text-lg font-bold" />
        {/* The space beside the picture is free, so the age moves nothing. */}
        {car.asOf !== undefined && (
          <CarAge at={car.asOf} className="absolute inset-x-0 top-full text-left!" />
        )}
      </span>
    </Link>
  )
}

/** Shows a car of which only the slug is known, for example after a reload; its data comes from the phone or the network. */
export function CarBySlug({ slug }: { slug: string }) {
  const { data, status, asOf } = useCar(slug)
  if (data) return <AboutCar car={{ ...data.data, picture: data.data.pictures[0], asOf }} />
  return status === 'loading' ? <Skeleton className="h-30 w-full max-w-[26rem] rounded-card!" /> : null
}
