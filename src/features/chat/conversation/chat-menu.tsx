import { IconBan, IconBell, IconBellOff, IconDotsVertical, IconFlag } from '@tabler/icons-react'
import { type KeyboardEvent, lazy, Suspense, useEffect, useRef, useState } from 'react'
import type { ChatActions, Conversation } from '#local/react'
import { IconButton } from '#ui/icon-button.tsx'
import { Icon, type IconShape } from '#ui/icon.tsx'
import { Question } from '#ui/layer/question.tsx'
import { useNotify } from '#ui/layer/snackbar.tsx'

const load = async () => ({ default: (await import('./report-person-dialog.tsx')).ReportPersonDialog })
const ReportPersonDialog = lazy(load)

interface Props {
  other: string
  name: string
  conversation: Pick<Conversation, 'muted' | 'blocked'>
  onSet: ChatActions['set']
}
/** Why a decision about the other person was not kept. */
export const notSet = 'This could not be saved. Please try again when you are connected.'

/** What one may decide about the other person: silence, no messages at all, a word to us. */
export function ChatMenu({ other, name, conversation, onSet }: Props) {
  const { muted, blocked } = conversation
  const notify = useNotify()
  const [open, setOpen] = useState(false)
  const [asking, setAsking] = useState(false)
  const [busy, setBusy] = useState(false)
  const [reporting, setReporting] = useState<'never' | 'open' | 'closed'>('never')
  const place = useRef<HTMLDivElement>(null)
  const items = useRef<HTMLDivElement>(null)

  useEffect(() => {
    if (!open) return
    items.current?.querySelector('button')?.focus()
    const leave = ({ target }: Event) => {
      if (target instanceof Node && !place.current?.contains(target)) setOpen(false)
    }
    document.addEventListener('pointerdown', leave)
    document.addEventListener('focusin', leave)
    return () => {
      document.removeEventListener('pointerdown', leave)
      document.removeEventListener('focusin', leave)
    }
  }, [open])

  const close = () => {
    setOpen(false)
    place.current?.querySelector('button')?.focus()
  }
  async function set(change: { muted?: boolean; blocked?: boolean }, done: string) {
    setBusy(true)
    const saved = await onSet(other, change)
    setBusy(false)
    setAsking(false)
    notify(saved ? { severity: 'success', message: done } : { severity: 'error', message: notSet })
  }
  const mute = () => {
    close()
    void set({ muted: !muted }, muted ? 'You are told of new messages again.' : 'Muted.')
  }
  const block = () => {
    close()
    if (blocked) void set({ blocked: false }, `${name} can write to you again.`)
    else setAsking(true)
  }
  const report = () => {
    close()
    load().then(
      () => setReporting('open'),
      () => notify({ severity: 'error', message: 'This could not be loaded. Please try again.' }),
    )
  }
  return (
    <div ref={place} className="relative">
      <IconButton
        icon={IconDotsVertical}
        label="More about this chat"
        aria-haspopup="menu"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      />
      {open && (
        <div
          ref={items}
          role="menu"
          tabIndex={-1}
          aria-label="More about this chat"
          onKeyDown={(event) => moveIn(event, close)}
          className="absolute top-full right-0 z-20 mt-1 w-max max-w-[min(20rem,calc(100vw-2rem))] min-w-60 rounded-grid border border-line bg-surface p-1.5 shadow-e1 dark:bg-raised"
        >
          <Item icon={muted ? IconBell : IconBellOff} words={muted ? 'Unmute' : 'Mute'} onChoose={mute} />
          <Item icon={IconBan} words={blocked ? `Unblock ${name}` : `Block ${name}`} onChoose={block} />
          <Item icon={IconFlag} words={`Report ${name}`} onChoose={report} />
        </div>
      )}
      <Question
        open={asking}
        title={`Block ${name}?`}
        no="Cancel"
        onNo={() => setAsking(false)}
        yes="Block"
        busy={busy}
        onYes={() => void set({ blocked: true }, `${name} is blocked.`)}
      >
        <p>You get no more messages from them, and they are not told. You can unblock them at any time.</p>
      </Question>
      {reporting !== 'never' && (
        <Suspense fallback={null}>
          <ReportPersonDialog
            person={other}
            name={name}
            open={reporting === 'open'}
            onClose={() => setReporting('closed')}
          />
        </Suspense>
      )}
    </div>
  )
}

interface ItemProps {
  icon: IconShape
  words: string
  onChoose: () => void
}
function Item({ icon, words, onChoose }: ItemProps) {
  return (
    <button
      type="button"
      role="menuitem"
      tabIndex={-1}
      onClick={onChoose}
      className="flex min-h-11 w-full items-center gap-3 rounded-chip px-3 text-left font-medium hover:bg-sunken focus-visible:bg-sunken"
    >
      <Icon of={icon} />
      <bdi className="truncate">{words}</bdi>
    </button>
  )
}

/** The keys of a menu: arrows go round, Home and End to its ends, Escape and Tab leave it. */
function moveIn(event: KeyboardEvent<HTMLElement>, close: () => void): void {
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>('[role="menuitem"]')]
  const at = items.findIndex((item) => item === document.activeElement)
  const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 }[event.key]
  if (event.key === 'Escape' || event.key === 'Tab') {
    event.stopPropagation()
    if (event.key === 'Escape') event.preventDefault()
    close()
  } else if (to !== undefined) {
    event.preventDefault()
    items.at(to % items.length)?.focus()
  }
}
