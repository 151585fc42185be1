import { IconHeartHandshake } from '@tabler/icons-react'
import { useCallback } from 'react'
import { Link, useLocation, useSearch } from 'wouter'
import { useHistoryState } from 'wouter/use-browser-location'
import { useCar, useSiteSettings } from '#local/react'
import { Picture } from '#parts/picture.tsx'
import { Price } from '#parts/price.tsx'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { Skeleton } from '#ui/show/skeleton.tsx'
import { EnquiryState } from './enquiry-state.tsx'
import { carriedCar, isUntold, type ThankYouCar } from './thank-you-address.ts'

/** Where an enquiry leads (R-NAV-27): thanks, the car it was about, and where the enquiry really stands. */
export function ThankYouPage() {
  const address = new URLSearchParams(useSearch())
  const state = useHistoryState<unknown>()
  const carried = carriedCar(state)
  const ref = address.get('ref') ?? undefined
  const slug = address.get('car') ?? carried?.slug
  const { social } = useSiteSettings()
  const [, navigate] = useLocation()
  // Said once; a reload of this page is not news.
  const told = useCallback(() => {
    const car = carriedCar(window.history.state)
    navigate(location.pathname + location.search, { replace: true, state: car ? { car } : null })
  }, [navigate])
  return (
    <div className="mx-auto flex max-w-text flex-col items-center gap-5 px-4 py-10 text-center">
      <span className="grid size-16 place-items-center rounded-pill bg-brand-tint text-brand">
        <Icon of={IconHeartHandshake} size={32} />
      </span>
      <div>
        <h1 className="text-3xl font-bold">Thank you</h1>
        <p className="mt-2 text-lg text-ink-2">
          {ref === undefined && slug === undefined
            ? 'Thanks for stopping by. There are more cars to meet.'
            : 'Thanks for saying hello. The seller answers you directly, by phone or e-mail.'}
        </p>
      </div>
      {ref !== undefined && <EnquiryState id={ref} slug={slug} untold={isUntold(state)} onTold={told} />}
      {carried ? <AboutCar car={carried} /> : slug !== undefined && <CarBySlug slug={slug} />}
      <Button href="/listings" look={ref === undefined ? 'primary' : 'secondary'}>
        Browse more cars
      </Button>
      {social.length > 0 && (
        <nav aria-label="Follow us" className="mt-4">
          <p className="text-13 text-ink-3">Follow us</p>
          <ul className="mt-1 flex flex-wrap justify-center gap-x-5">
            {social.map(({ name, url }) => (
              <li key={name}>
                <a
                  href={url}
                  rel="noopener"
                  target="_blank"
                  className="inline-flex min-h-11 items-center font-medium text-brand hover:underline"
                >
                  {name}
                </a>
              </li>
            ))}
          </ul>
        </nav>
      )}
    </div>
  )
}

function AboutCar({ car }: { car: ThankYouCar }) {
  return (
    <Link
      href={`/listing/${encodeURIComponent(car.slug)}`}
      className="group flex w-full max-w-[26rem] items-center gap-4 overflow-hidden rounded-card border border-line bg-surface p-3 text-left"
    >
      <span className="w-32 shrink-0 overflow-hidden rounded-input">
        <Picture picture={car.picture} sizes="128px" alt="" />
      </span>
      <span className="min-w-0">
        <span className="block truncate text-lg font-semibold group-hover:underline">{car.title}</span>
        <Price amount={car.price} className="block text-lg font-bold" />
      </span>
    </Link>
  )
}

/** After a reload in another window the address is all there is; the car comes from the phone or the network. */
function CarBySlug({ slug }: { slug: string }) {
  const { data, status } = useCar(slug)
  if (data) return <AboutCar car={{ ...data.data, picture: data.data.pictures[0] }} />
  return status === 'loading' ? <Skeleton className="h-30 w-full max-w-[26rem] rounded-card!" /> : null
}
