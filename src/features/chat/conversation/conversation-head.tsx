import { IconArrowLeft, IconBellOff, IconSteeringWheel } from '@tabler/icons-react'
import { type ChatActions, type Conversation, useSession } from '#local/react'
import { IconButton } from '#ui/icon-button.tsx'
import { Icon } from '#ui/icon.tsx'
import { Avatar } from '#ui/show/avatar.tsx'
import { Skeleton } from '#ui/show/skeleton.tsx'
import { ChatMenu } from './chat-menu.tsx'
import { cleanLine } from '#contract/parts.ts'
import { CarPicture } from '#parts/car-picture.tsx'
import { Price } from '#parts/price.tsx'

/** Renders the car of a chat with its current state, a link to it, and a link to a test drive if one is possible. */
export function AboutCarBar({ car }: { car: NonNullable<Conversation['car']> }) {
  const { user } = useSession()
  const title = cleanLine(car.title)
  const active = car.status === 'active'
  return (
    <div className="flex shrink-0 items-center border-b border-line bg-surface pr-3">
      <a
        href={`/listing/${encodeURIComponent(car.slug)}`}
        className="group flex min-h-16 min-w-0 flex-1 items-center gap-3 py-2 pl-4 -outline-offset-2"
      >
        <span className="w-16 shrink-0 overflow-hidden rounded-chip">
          <CarPicture
            picture={car.image === '' ? undefined : { url: car.image, blur: '', alt: '' }}
            sizes="64px"
            alt=""
            className={active ? '' : 'opacity-70 grayscale'}
          />
        </span>
        <span className="min-w-0">
          <span className="block truncate text-sm font-semibold group-hover:underline">
            <span className="sr-only">About </span>
            <bdi>{title}</bdi>
          </span>
          <span className="flex items-center gap-2">
            <Price amount={car.price} className="text-lg font-bold tracking-display" />
            {!active && (
              <span className="rounded-chip bg-inverse px-2 py-0.5 text-xs font-semibold text-on-inverse">
                {car.status === 'sold' ? 'Sold' : 'Not listed'}
              </span>
            )}
          </span>
        </span>
      </a>
      {active && user?.id !== car.creator && (
        <a
          href={`/book-test-drive?car=${encodeURIComponent(car.slug)}`}
          className="ml-2 inline-flex min-h-11 shrink-0 items-center gap-1.5 rounded-pill bg-brand-tint px-3 text-sm font-semibold text-brand hover:brightness-95 dark:hover:brightness-115"
        >
          <Icon of={IconSteeringWheel} size={18} />
          {/* On a phone the full label does not fit beside the car. */}
          <span>
            <span className="max-sm:sr-only">Book a </span>
            <span className="inline-block max-sm:first-letter:uppercase">test drive</span>
          </span>
        </a>
      )}
    </div>
  )
}

interface Props {
  other: string
  name: string
  conversation: Conversation
  onSet: ChatActions['set']
  /** Returns to the list; `undefined` when the list is visible beside the conversation. */
  onBack: (() => void) | undefined
}

/** Renders the other person, the back button and the menu of the chat. */
export function ConversationHead({ other, name, conversation, onSet, onBack }: Props) {
  const { person, muted } = conversation
  return (
    <div className="flex h-14 shrink-0 items-center gap-3 border-b border-line bg-surface pr-1.5 pl-4 md:pr-2.5">
      {onBack && (
        <IconButton icon={IconArrowLeft} label="Back to your chats" className="-ml-3" onClick={onBack} />
      )}
      {person ? (
        <Avatar name={name} url={person.avatarurl} size={36} />
      ) : (
        <Skeleton className="size-9 shrink-0 rounded-pill!" />
      )}
      <h2 tabIndex={-1} className="min-w-0 flex-1 truncate text-lg font-bold outline-none">
        <span className="sr-only">Chat with </span>
        {person ? <bdi>{name}</bdi> : <Skeleton className="h-5 w-36" />}
      </h2>
      {muted && (
        <span className="text-ink-3">
          <Icon of={IconBellOff} size={18} />
          <span className="sr-only">Muted</span>
        </span>
      )}
      {person && <ChatMenu other={other} name={name} conversation={conversation} onSet={onSet} />}
    </div>
  )
}
