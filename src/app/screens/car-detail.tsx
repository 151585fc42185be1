import { type ReactNode, useCallback } from 'react'
import { useLocation, useParams } from 'wouter'
import type { CarReply } from '#contract/cars.ts'
import { carHead } from '#contract/heads/car-head.ts'
import { missingHead } from '#contract/heads/head.ts'
import { useCar, useSession } from '#local/react'
import { chatWithAddress } from '#parts/contact/chat-address.ts'
import { useOverlay } from '#parts/use-overlay.ts'
import { PageHead } from '#ui/page-head.tsx'
import { CarLoading, CarMissing, CarView, useChatStart } from '../../features/car/index.ts'
import { EnquiryBox } from '../../features/enquire/index.ts'
import { chatAddress } from '../shell/main-menu.ts'
import { lazyPart, useAtRest } from '#parts/use-at-rest.ts'

// Parts of a car's page for people who compare several cars; the page works without them when they cannot be fetched.
const CompareButton = lazyPart(
  async () => (await import('#parts/saved-cars/compare-button.tsx')).CompareButton,
)
const ViewedCars = lazyPart(async () => (await import('#parts/saved-cars/viewed-cars.tsx')).ViewedCars)

/** Renders its children when the page is at rest. */
function AtRest({ children }: { children: ReactNode }) {
  return useAtRest() && children
}

/** Shows a car, its seller and the enquiry form. */
export function CarDetailScreen({ given }: { given?: CarReply }) {
  const { slug } = useParams<{ slug: string }>()
  const [, navigate] = useLocation()
  const reading = useCar(slug, given)
  const sheet = useOverlay('enquiry')
  const { user } = useSession()
  const car = reading.data?.data
  // A person who may read chat messages waits for the reply in the chat (R-STATE-20).
  const next = user?.is_subscriber && car ? chatWithAddress(car.creator._id) : chatAddress(user)
  const chat = useChatStart(car, next)

  const back = useCallback(() => {
    // A page in a new window has no history entry to go back to.
    if (window.history.length > 1) window.history.back()
    else navigate('/listings')
  }, [navigate])
  const message = useCallback(() => {
    if (!window.matchMedia('(min-width: 64rem)').matches) sheet.show()
    else document.getElementById('enquiry')?.scrollIntoView({ behavior: 'smooth' })
  }, [sheet])

  const reply = reading.data
  if (!reply) {
    return reading.status === 'failed' ? (
      <>
        <PageHead {...missingHead} />
        <CarMissing error={reading.error} onRetry={reading.refresh} />
      </>
    ) : (
      <CarLoading />
    )
  }
  return (
    <>
      <PageHead {...carHead(reply.data)} />
      <CarView
        reply={reply}
        asOf={reading.asOf}
        times={reading.times}
        source={reading.source}
        refreshing={reading.refreshing}
        onBack={back}
        onMessage={message}
        onChat={chat.start}
        compare={
          // The space is reserved, so nothing moves when the button appears.
          <div className="mt-3 min-h-11">
            <AtRest>
              <CompareButton slug={reply.data.slug} title={reply.data.title} />
            </AtRest>
          </div>
        }
        end={
          <AtRest>
            <ViewedCars except={reply.data._id} />
          </AtRest>
        }
        enquiry={
          <EnquiryBox
            car={reply.data}
            asOf={reading.asOf}
            open={sheet.open}
            onOpen={sheet.show}
            onClose={sheet.hide}
          />
        }
      />
      {chat.dialog}
    </>
  )
}
