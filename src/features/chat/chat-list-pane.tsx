import { IconBellOff, IconCar, IconCloudOff, IconMessages, IconPhoto } from '@tabler/icons-react'
import { Link } from 'wouter'
import { noChats } from '#contract/chat/chat.ts'
import { type ChatList, type ChatSummary, useConnection, useServerNow } from '#local/react'
import { ErrorNote } from '#parts/forms/error-note.tsx'
import { formatTime } from '#parts/freshness.tsx'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/show/empty-state.tsx'
import { Skeleton } from '#ui/show/skeleton.tsx'
import { clean, cleanLine } from '#contract/parts.ts'
import { chatWithAddress } from '#parts/contact/chat-address.ts'
import { classNames } from '#ui/class-names.ts'
import { Icon } from '#ui/icon.tsx'
import { Avatar } from '#ui/show/avatar.tsx'
import { chatLimits } from '#contract/chat/message-rules.ts'
import { personName } from './person-name.ts'
import { NotLive, OwnMark } from './status-marks.tsx'
import { formatListTime } from './times.ts'

interface ChatRowProps {
  chat: ChatSummary
  now: number
  selected: boolean
}

/** Renders one chat of the list as a plain link, so that it opens, copies and is read out like a link. */
function ChatRow({ chat, now, selected }: ChatRowProps) {
  const { other, car, unread, at } = chat
  const name = personName(other)
  return (
    <Link
      data-chat={other._id}
      href={chatWithAddress(other._id)}
      state={{ fromChats: true }}
      aria-current={selected ? 'true' : undefined}
      className={classNames(
        'flex h-22 items-center gap-3 border-b border-line px-4 -outline-offset-2 transition',
        selected ? 'bg-sunken shadow-[inset_3px_0_0_var(--brand)]' : 'hover:bg-sunken',
      )}
    >
      <Avatar name={name} url={other.avatarurl} size={48} />
      <span className="min-w-0 flex-1">
        <span className="flex items-baseline gap-2">
          <bdi
            className={classNames('min-w-0 flex-1 truncate text-lg', unread ? 'font-bold' : 'font-semibold')}
          >
            {name}
          </bdi>
          {chat.muted && (
            <span className="self-center text-ink-3">
              <Icon of={IconBellOff} size={16} />
              <span className="sr-only">Muted</span>
            </span>
          )}
          <time
            dateTime={new Date(at).toISOString()}
            className={classNames('text-xs tabular-nums', unread ? 'font-semibold text-brand' : 'text-ink-3')}
          >
            {formatListTime(at, now)}
          </time>
        </span>
        {car && (
          <span className="flex items-center gap-1 text-13 text-ink-3">
            <Icon of={IconCar} size={14} />
            <span className="sr-only">About </span>
            <bdi className="truncate">{cleanLine(car.title)}</bdi>
          </span>
        )}
        <span className="flex items-center gap-1.5">
          <span
            className={classNames(
              'min-w-0 flex-1 truncate text-sm',
              unread ? 'font-semibold text-ink' : 'text-ink-2',
            )}
          >
            <LastWords chat={chat} />
          </span>
          {unread && (
            <span className="size-2.5 shrink-0 rounded-pill bg-heart">
              <span className="sr-only">Unread</span>
            </span>
          )}
        </span>
      </span>
    </Link>
  )
}

function LastWords({ chat }: { chat: ChatSummary }) {
  const words = truncatePreview(clean(chat.lastText))
  return (
    <>
      {chat.blocked && <span className="text-ink-3">Blocked · </span>}
      {chat.lastState === 'refused' && <span className="text-danger">Not sent · </span>}
      {chat.lastIsMine && <OwnMark state={chat.lastState} className="mr-1 inline align-[-3px]" />}
      {chat.lastIsPicture && (
        <>
          <Icon of={IconPhoto} size={16} className="mr-1 inline align-[-3px]" />
          {words === '' ? 'Picture' : <span className="sr-only">Picture: </span>}
        </>
      )}
      <bdi>{words}</bdi>
    </>
  )
}

interface Props {
  list: ChatList
  /** Id of the person whose conversation is open beside the list. */
  selected: string | undefined
}

/** Renders the list of chats, last updated first; cached chats are visible before the store answers. */
export function ChatListPane({ list, selected }: Props) {
  const now = useServerNow()
  return (
    <>
      <div className="flex h-14 shrink-0 items-center border-b border-line px-4">
        <h2 className="text-xl font-bold">Chats</h2>
      </div>
      {list.known && !list.live && <NotLive asOf={list.asOf} />}
      <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain">
        {list.chats.length > 0 ? (
          <ul aria-label="Chats">
            {list.chats.map((chat) => (
              <li key={chat.other._id}>
                <ChatRow chat={chat} now={now} selected={chat.other._id === selected} />
              </li>
            ))}
          </ul>
        ) : (
          <Nothing list={list} now={now} />
        )}
      </div>
    </>
  )
}

/** Explains why no chat is visible. An empty cache does not mean that the person has none. */
function Nothing({ list, now }: { list: ChatList; now: number }) {
  const { state } = useConnection()
  if (list.failed) {
    return (
      <div className="space-y-3 p-4">
        <ErrorNote>There was error retrieving your chat. Please try again later.</ErrorNote>
        <Button look="outline" size="sm" onClick={list.retry}>
          Retry
        </Button>
      </div>
    )
  }
  if (list.known && list.live) {
    return (
      <EmptyState
        icon={IconMessages}
        title={list.storeEmpty ? 'No chats available' : noChats}
        actions={<Button href="/listings">Browse cars</Button>}
      >
        <p>Say hello to a seller from the page of a car.</p>
      </EmptyState>
    )
  }
  if (list.known || state === 'offline') {
    return (
      <EmptyState icon={IconCloudOff} title="Your chats are not on this phone">
        <p>
          {list.asOf === undefined
            ? 'They come as soon as there is a signal.'
            : `There were none ${formatTime(list.asOf, now)}. New ones come as soon as there is a signal.`}
        </p>
      </EmptyState>
    )
  }
  return <ListSkeleton />
}

/** Renders skeleton rows with the size of real rows. */
function ListSkeleton() {
  return (
    <div aria-busy="true">
      <output className="sr-only">Loading your chats</output>
      {Array.from({ length: 6 }, (_, row) => (
        <div key={row} className="flex h-22 items-center gap-3 border-b border-line px-4">
          <Skeleton className="size-12 shrink-0 rounded-pill!" />
          <div className="min-w-0 flex-1">
            <div className="flex h-6 items-center justify-between">
              <Skeleton className="h-4 w-32" />
              <Skeleton className="h-3 w-10" />
            </div>
            <Skeleton line="h-4.5" className="h-3 w-40" />
            <Skeleton line="h-5" className="h-3.5 w-48" />
          </div>
        </div>
      ))}
    </div>
  )
}

const characters = (text: string): string[] =>
  // Older browsers count code points: the cut may split a flag, but never a surrogate pair.
  typeof Intl.Segmenter === 'function'
    ? Array.from(new Intl.Segmenter().segment(text), ({ segment }) => segment)
    : Array.from(text)

/** Returns the preview of a message: one line of at most 30 characters, then an ellipsis (R-CHAT-06). */
export function truncatePreview(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim()
  // Segmenting a whole long message would be slow.
  const all = characters(line.slice(0, 40 * chatLimits.preview))
  if (all.length <= chatLimits.preview) return line
  return `${all.slice(0, chatLimits.preview).join('').trimEnd()}…`
}
