import { IconBrandWhatsapp, IconPhone } from '@tabler/icons-react'
import { useState } from 'react'
import { useSiteSettings } from '#local/react'
import { Button } from '#ui/button.tsx'
import { type MarketName, regionOf } from '#contract/values/region.ts'

/**
 * Returns a seller's number as digits with a country code: an existing code stays, a national number gets the market's code
 * (R-CAR-10). Returns undefined when there is no number to call.
 */
export function parsePhoneNumber(gsm: string, market: MarketName): string | undefined {
  const compact = gsm.replace(/[^\d+]/g, '')
  const digits = compact.replace(/\D/g, '')
  if (Number(digits) === 0) return undefined
  if (compact.startsWith('+')) return `+${digits}`
  if (digits.startsWith('00')) return `+${digits.slice(2)}`
  return `${regionOf[market].prefix.showNumber}${digits.replace(/^0/, '')}`
}

/** Groups the digits of a number for people who copy it by eye: `+27821234567` becomes `+27 82 123 4567`. */
export function groupDigits(number: string): string {
  const code = /^\+(?:27|234|26[03457]|258)/.exec(number)?.[0] ?? number.slice(0, 3)
  const rest = number.slice(code.length)
  const groups = /^(\d{2,3})(\d{3})(\d{4})$/.exec(rest)
  return [code, ...(groups ? groups.slice(1) : [rest])].join(' ')
}

export const whatsappLink = (number: string, greeting: string) =>
  `https://wa.me/${number.replace(/\D/g, '')}?text=${encodeURIComponent(greeting)}`

/** Focuses the link that replaces the pressed button. */
function takeFocus(link: HTMLAnchorElement | null) {
  link?.focus()
}

/** Shows the dealer's number on a press (R-CAR-08), as a link to call, or says that there is none (R-CAR-09). */
export function ShowNumber({ gsm, greeting }: { gsm: string; greeting: string }) {
  const [shown, setShown] = useState(false)
  const { market } = useSiteSettings()
  const number = parsePhoneNumber(gsm, market)
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
        {groupDigits(number)}
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
