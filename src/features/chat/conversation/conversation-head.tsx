import { IconArrowLeft, IconBellOff } from '@tabler/icons-react'
import type { ChatActions, Conversation } from '#local/react'
import { IconButton } from '#ui/icon-button.tsx'
import { Icon } from '#ui/icon.tsx'
import { Avatar } from '#ui/show/avatar.tsx'
import { Skeleton } from '#ui/show/skeleton.tsx'
import { ChatMenu } from './chat-menu.tsx'

interface Props {
  other: string
  name: string
  conversation: Conversation
  onSet: ChatActions['set']
  /** Leads back to the list; undefined where the list is beside it. */
  onBack: (() => void) | undefined
}

/** With whom one writes, the way back, and what one may decide about them. */
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
