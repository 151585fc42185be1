import { ignoreExpected, isMissingFile } from '#contract/values/expected.ts'
import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import type { CarDetail } from '#contract/cars.ts'
import type { EnquiryForm } from '#contract/forms/enquiries.ts'
import type { AppError } from '#contract/errors.ts'
import { useCommand } from '#local/react'
import { thankYouHref, type ThankYouCar } from './thank-you-address.ts'

interface Options {
  car: CarDetail
  /** The server's time of what is shown about the car. */
  asOf: number | undefined
  /** The form lies over the page: leaving replaces that step, so that Back does not open it again. */
  overPage: boolean
  /** Saved on this phone; the text is in good hands. */
  onSaved: () => void
}

/** Puts an enquiry into the outbox and goes to /thankyou; gives back why it could not be saved, if it could not. */
export function useSendEnquiry({ car, asOf, overPage, onSaved }: Options) {
  const put = useCommand('enquiry.send')
  const [, navigate] = useLocation()
  const [busy, setBusy] = useState(false)
  // Two taps in one frame are one enquiry: the state above would come too late for the second.
  const sending = useRef(false)
  // The next page must open without signal as well.
  useEffect(() => {
    import('./thank-you-page.tsx').catch(ignoreExpected('load-thank-you', isMissingFile))
  }, [])

  async function send(values: EnquiryForm): Promise<AppError | undefined> {
    if (sending.current) return undefined
    sending.current = true
    setBusy(true)
    const result = await put({ carId: car._id, carTitle: car.title, ...values })
    if (!result.ok) {
      sending.current = false
      setBusy(false)
      return result.error
    }
    onSaved()
    const about: ThankYouCar = {
      slug: car.slug,
      title: car.title,
      price: car.price,
      picture: car.pictures[0],
      asOf,
    }
    navigate(thankYouHref(result.id, car.slug), { replace: overPage, state: { car: about, untold: true } })
    return undefined
  }
  return { send, busy }
}
