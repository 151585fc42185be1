import { IconBrandWhatsapp, IconPhone } from '@tabler/icons-react'
import { useState } from 'react'
import { useSiteSettings } from '#local/react'
import { Button } from '#ui/button.tsx'
import { phoneNumber, spoken, whatsappLink } from './phone-number.ts'

/** The button is gone with the press; what came in its place takes the focus. */
function takeFocus(link: HTMLAnchorElement | null) {
  link?.focus()
}

/** Reveals the dealer's number (R-CAR-08), which then can be called, or says that there is none (R-CAR-09). */
export function ShowNumber({ gsm, greeting }: { gsm: string; greeting: string }) {
  const [shown, setShown] = useState(false)
  const { market } = useSiteSettings()
  const number = phoneNumber(gsm, market)
  if (number === undefined) {
    return (
      <p className="flex min-h-12 items-center justify-center gap-2 rounded-pill border border-line text-ink-3">
        <IconPhone size={20} aria-hidden />
        <span className="sr-only">Phone number: </span>
        Not Available
      </p>
    )
  }
  if (!shown) {
    return (
      <Button look="outline" wide icon={IconPhone} onClick={() => setShown(true)}>
        Show number
      </Button>
    )
  }
  return (
    <output className="flex gap-2">
      <Button
        ref={takeFocus}
        look="secondary"
        wide
        icon={IconPhone}
        href={`tel:${number}`}
        className="whitespace-nowrap tabular-nums"
      >
        {spoken(number)}
      </Button>
      <Button
        look="secondary"
        href={whatsappLink(number, greeting)}
        target="_blank"
        rel="noopener"
        aria-label="Write on WhatsApp"
        className="px-3.5!"
      >
        <IconBrandWhatsapp size={22} aria-hidden />
      </Button>
    </output>
  )
}
