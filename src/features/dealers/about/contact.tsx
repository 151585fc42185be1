import { IconArrowDown, IconShare3 } from '@tabler/icons-react'
import type { DealerProfile } from '#contract/users/dealers.ts'
import { useSiteSettings } from '#local/react'
import { ShowNumber } from '#parts/contact/show-number.tsx'
import { useShare } from '#parts/use-share.ts'
import { Button } from '#ui/button.tsx'
import { dealerAddress, tradeName } from '#contract/heads/dealer-head.ts'

/** The number, which can be called and written to once it is revealed; on a phone the way down to the cars; the page handed on. */
export function Contact({ dealer }: { dealer: DealerProfile }) {
  const share = useShare()
  const { name: site } = useSiteSettings()
  const trade = tradeName(dealer)
  const listed = dealer.listingCarsCount
  return (
    <div className="space-y-2">
      <ShowNumber gsm={dealer.gsm} greeting={`Hello ${trade}, I saw your cars on ${site}.`} />
      <div className="flex gap-2">
        {listed > 0 && (
          <Button look="quiet" size="sm" wide icon={IconArrowDown} href="#stock" className="lg:hidden!">
            See {listed} {listed === 1 ? 'car' : 'cars'}
          </Button>
        )}
        <Button
          look="quiet"
          size="sm"
          wide
          icon={IconShare3}
          onClick={() => void share({ title: trade, path: dealerAddress(dealer._id) })}
        >
          Share
        </Button>
      </div>
    </div>
  )
}
