import { IconHeartHandshake } from '@tabler/icons-react'
import { type ReactNode, useCallback } from 'react'
import { useLocation, useSearch } from 'wouter'
import { useHistoryState } from 'wouter/use-browser-location'
import { useSiteSettings } from '#local/react'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { AboutCar, CarBySlug } from '#parts/forms/about-car.tsx'
import { EnquiryState } from './enquiry-state.tsx'
import { carriedCar, isUntold } from './thank-you-address.ts'

/** Where an enquiry leads (R-NAV-27): thanks, the car it was about, and where the enquiry really stands. */
export function ThankYouPage({ children }: { children?: ReactNode }) {
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
      {ref !== undefined && <EnquiryState id={ref} slug={slug} untold={isUntold(state)} onShown={told} />}
      {carried ? <AboutCar car={carried} /> : slug !== undefined && <CarBySlug slug={slug} />}
      <Button href="/listings" look={ref === undefined ? 'primary' : 'secondary'}>
        Browse more cars
      </Button>
      {children}
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
                  className="inline-flex min-h-11 min-w-11 items-center justify-center font-medium text-brand hover:underline"
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
