import { IconMessages } from '@tabler/icons-react'
import { useEffect, useRef, type RefObject } from 'react'
import { useLocation, useSearch } from 'wouter'
import { cleanLine } from '#contract/parts.ts'
import {
  type ChatActions,
  type ChatList,
  type Conversation,
  useChatActions,
  useChats,
  useConversation,
} from '#local/react'
import { classNames } from '#ui/class-names.ts'
import { useMediaQuery } from '#ui/use-media-query.ts'
import { PageHead } from '#ui/page-head.tsx'
import { EmptyState } from '#ui/show/empty-state.tsx'
import { ConversationPane } from './conversation/conversation-pane.tsx'
import { ChatListPane } from './chat-list-pane.tsx'
import { breakpoints } from '#contract/limits.ts'

/** Renders /chat: the list of chats, and with `?with=` the conversation with one person (R-NAV-18, R-CHAT-04). */
export function ChatScreen() {
  const other = new URLSearchParams(useSearch()).get('with') ?? undefined
  return (
    <ChatPanes
      other={other}
      list={useChats()}
      conversation={useConversation(other)}
      actions={useChatActions()}
    />
  )
}

interface Props {
  other: string | undefined
  list: ChatList
  conversation: Conversation
  actions: ChatActions
}

/** Renders two panes side by side, or one pane in a narrow window (R-CHAT-04, R-CHAT-05). */
export function ChatPanes({ other, list, conversation, actions }: Props) {
  const onePane = useMediaQuery(`(max-width: ${breakpoints.chatSinglePane}px)`, true)
  const [, navigate] = useLocation()
  const area = useVisibleHeight()
  const panes = useRef<HTMLDivElement>(null)
  const before = useRef(other)
  useEffect(() => {
    const last = before.current
    before.current = other
    if (last === other) return
    // The focus moves to the opened conversation, or back to its row in the list.
    const place =
      other === undefined
        ? `[data-chat="${CSS.escape(last ?? '')}"]`
        : onePane || !matchMedia('(pointer: fine)').matches
          ? '[aria-label="Conversation"] h2'
          : 'textarea'
    panes.current?.querySelector<HTMLElement>(place)?.focus({ preventScroll: true })
  }, [other, onePane])

  const back = () => {
    const state: unknown = window.history.state
    // A visitor from the list goes back in the history; for one from an e-mail or a car the list replaces the conversation.
    if (typeof state === 'object' && state !== null && 'fromChats' in state) window.history.back()
    else navigate('/chat', { replace: true })
  }
  const name = conversation.person && cleanLine(conversation.person.fullname)
  return (
    <div ref={area} className="fills-window mx-auto flex max-w-page flex-col wide:py-4">
      <PageHead title={other !== undefined && name ? `Chat with ${name}` : 'Chat'} noIndex />
      <h1 className="sr-only">Chat</h1>
      <div
        ref={panes}
        className="flex min-h-0 flex-1 bg-surface wide:overflow-hidden wide:rounded-card wide:shadow-e1"
      >
        <section
          aria-label="Chat list"
          hidden={onePane && other !== undefined}
          className={classNames(
            'flex min-h-0 flex-col',
            onePane ? 'w-full' : 'w-80 border-r border-line lg:w-92',
          )}
        >
          <ChatListPane list={list} selected={other} />
        </section>
        {!(onePane && other === undefined) && (
          <section aria-label="Conversation" className="flex min-h-0 min-w-0 flex-1 flex-col bg-paper">
            {other === undefined ? (
              <div className="m-auto">
                <EmptyState icon={IconMessages} title="Please select chat from chat list" />
              </div>
            ) : (
              <ConversationPane
                key={other}
                other={other}
                conversation={conversation}
                actions={actions}
                asOf={list.asOf}
                onBack={onePane ? back : undefined}
              />
            )}
          </section>
        )}
      </div>
    </div>
  )
}

/** Fits the area above the on-screen keyboard. In Safari the keyboard overlays the page, which CSS cannot detect. */
function useVisibleHeight(): RefObject<HTMLDivElement | null> {
  const area = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const view = window.visualViewport
    if (!view) return
    const look = () => {
      area.current?.style.setProperty('--free-top', `${view.offsetTop}px`)
      area.current?.style.setProperty('--free-height', `${view.height}px`)
    }
    look()
    const listening = new AbortController()
    for (const type of ['resize', 'scroll']) view.addEventListener(type, look, { signal: listening.signal })
    return () => listening.abort()
  }, [])
  return area
}
