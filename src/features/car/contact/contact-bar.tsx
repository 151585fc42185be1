import type { ContactProps } from './seller-panel.tsx'
import { IconBrandWhatsapp, IconMessages, IconPhone } from '@tabler/icons-react'
import type { CarDetail } from '#contract/cars.ts'
import { useSiteSettings } from '#local/react'
import { Button } from '#ui/button.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { parsePhoneNumber, whatsappLink } from '#parts/contact/show-number.tsx'
import { chatLabel } from '../words.ts'

/** Shows call, WhatsApp, chat and the main action near the thumb on a phone. Hidden while the phone's keyboard is open. */
export function ContactBar({ car, greeting, onMessage, onChat }: ContactProps) {
  const { market } = useSiteSettings()
  const number = parsePhoneNumber(car.creator.gsm, market)
  return (
    <section
      aria-label="Contact the seller"
      className="fixed inset-x-0 bottom-0 z-30 border-t border-line bg-surface/95 px-4 pt-2.5 pb-[calc(0.625rem+env(safe-area-inset-bottom,0px))] backdrop-blur-bar lg:hidden keyboard:hidden"
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
              {/* The narrowest phones have space for one word beside the other buttons. */}
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

/** Returns the listings of the same make and model. */
export const similarHref = (car: Pick<CarDetail, 'make' | 'model'>) =>
  `/listings?brands=${encodeURIComponent(car.make)}&models=${encodeURIComponent(car.model)}`
