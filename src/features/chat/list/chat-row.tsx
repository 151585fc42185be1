import { IconBellOff, IconCar, IconPhoto } from '@tabler/icons-react'
import { Link } from 'wouter'
import { clean, cleanLine } from '#contract/parts.ts'
import type { ChatSummary } from '#local/react'
import { chatWithAddress } from '#parts/contact/chat-address.ts'
import { classNames } from '#ui/class-names.ts'
import { Icon } from '#ui/icon.tsx'
import { Avatar } from '#ui/show/avatar.tsx'
import { OwnMark } from '../words/own-mark.tsx'
import { cutPreview } from '../words/cut.ts'
import { listTime } from '../words/times.ts'

interface Props {
  chat: ChatSummary
  now: number
  selected: boolean
}

/** One chat of the list: a plain link, so that it opens, copies and is read out like one. */
export function ChatRow({ chat, now, selected }: Props) {
  const { other, car, unread, at } = chat
  const name = cleanLine(other.fullname)
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
            {listTime(at, now)}
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
  const words = cutPreview(clean(chat.lastText))
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
