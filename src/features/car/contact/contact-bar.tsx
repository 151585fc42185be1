import type { ContactProps } from './seller-panel.tsx'
import { IconBrandWhatsapp, IconMessages, IconPhone } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import type { CarDetail } from '#contract/cars.ts'
import { useSiteSettings } from '#local/react'
import { Button } from '#ui/button.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { parsePhoneNumber, whatsappLink } from '#parts/contact/show-number.tsx'
import { chatLabel } from '../words.ts'

const isTextField = (target: EventTarget | null) =>
  target instanceof HTMLTextAreaElement ||
  (target instanceof HTMLInputElement && !/^(?:checkbox|radio|range|button|submit)$/.test(target.type))

/** With a keyboard up, less than this part of the screen is left for the page. */
const keyboardLeaves = 0.65

/** Whether the phone's keyboard is up: a text field has the focus and, where the browser reports it, the window shrank. */
function useTyping(): boolean {
  const [typing, setTyping] = useState(false)
  useEffect(() => {
    const viewport = window.visualViewport
    const look = () => {
      const shrunk = !viewport || viewport.height * viewport.scale < window.screen.height * keyboardLeaves
      setTyping(isTextField(document.activeElement) && shrunk)
    }
    // The focus is between two elements while it leaves the first.
    const later = () => requestAnimationFrame(look)
    document.addEventListener('focusin', look)
    document.addEventListener('focusout', later)
    viewport?.addEventListener('resize', look)
    return () => {
      document.removeEventListener('focusin', look)
      document.removeEventListener('focusout', later)
      viewport?.removeEventListener('resize', look)
    }
  }, [])
  return typing
}

/** Always under the thumb on a phone: call, WhatsApp, and the one thing to do here. Gone while someone types. */
export function ContactBar({ car, greeting, onMessage, onChat }: ContactProps) {
  const { market } = useSiteSettings()
  const typing = useTyping()
  const number = parsePhoneNumber(car.creator.gsm, market)
  if (typing) return null
  return (
    <section
      aria-label="Contact the seller"
      className="fixed inset-x-0 bottom-0 z-30 border-t border-line bg-surface/95 px-4 pt-2.5 pb-[calc(0.625rem+env(safe-area-inset-bottom,0px))] backdrop-blur-bar lg:hidden"
    >
      <div className="mx-auto flex max-w-[40rem] items-center gap-2.5">
        {number !== undefined && car.status === 'active' && (
          <>
            <IconButton
              look="tint"
              icon={IconPhone}
              label="Call the seller"
              href={`tel:${number}`}
              className="size-12!"
            />
            <IconButton
              look="tint"
              icon={IconBrandWhatsapp}
              label="Write on WhatsApp"
              href={whatsappLink(number, greeting)}
              target="_blank"
              rel="noopener"
              className="size-12!"
            />
          </>
        )}
        {car.status === 'active' ? (
          <>
            <IconButton
              look="tint"
              icon={IconMessages}
              label={chatLabel(car.creator)}
              onClick={onChat}
              className="size-12!"
            />
            <Button wide onClick={onMessage} className="px-3! whitespace-nowrap">
              {/* The narrowest phones have room for one word beside the others. */}
              <span>
                Message<span className="max-[22.5rem]:sr-only"> seller</span>
              </span>
            </Button>
          </>
        ) : (
          <Button wide look="inverse" href={similarHref(car)}>
            See other {car.make} {car.model}
          </Button>
        )}
      </div>
    </section>
  )
}

/** The same make and model in the listings. */
export const similarHref = (car: Pick<CarDetail, 'make' | 'model'>) =>
  `/listings?brands=${encodeURIComponent(car.make)}&models=${encodeURIComponent(car.model)}`
