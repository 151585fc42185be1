import { IconBan, IconBell, IconBellOff, IconDotsVertical, IconFlag } from '@tabler/icons-react'
import { useState } from 'react'
import type { ChatActions, Conversation } from '#local/react'
import { IconButton } from '#ui/icon-button.tsx'
import { Icon, type IconShape } from '#ui/icon.tsx'
import { Menu, MenuItem } from '#ui/layer/menu.tsx'
import { Question } from '#ui/layer/question.tsx'
import { useNotify } from '#ui/layer/snackbar.tsx'
import { useOnDemand } from '#ui/use-on-demand.ts'

const load = async () => (await import('./report-person-dialog.tsx')).ReportPersonDialog

interface Props {
  other: string
  name: string
  conversation: Pick<Conversation, 'muted' | 'blocked'>
  onSet: ChatActions['set']
}
/** Error text for a setting of the chat that could not be saved. */
export const notSet = 'This could not be saved. Please try again when you are connected.'

/** Renders the menu of a chat: mute, block and report the other person. */
export function ChatMenu({ other, name, conversation, onSet }: Props) {
  const { muted, blocked } = conversation
  const notify = useNotify()
  const [confirming, setConfirming] = useState(false)
  const [busy, setBusy] = useState(false)
  const [ReportPersonDialog, want] = useOnDemand(load, 'This could not be loaded. Please try again.')
  const [reporting, setReporting] = useState(false)

  async function set(change: { muted?: boolean; blocked?: boolean }, done: string) {
    setBusy(true)
    const saved = await onSet(other, change)
    setBusy(false)
    setConfirming(false)
    notify(saved ? { severity: 'success', message: done } : { severity: 'error', message: notSet })
  }
  const mute = () => void set({ muted: !muted }, muted ? 'You are told of new messages again.' : 'Muted.')
  const block = () => {
    if (blocked) void set({ blocked: false }, `${name} can write to you again.`)
    else setConfirming(true)
  }
  const items: { icon: IconShape; words: string; onChoose: () => void }[] = [
    { icon: muted ? IconBell : IconBellOff, words: muted ? 'Unmute' : 'Mute', onChoose: mute },
    { icon: IconBan, words: blocked ? `Unblock ${name}` : `Block ${name}`, onChoose: block },
    { icon: IconFlag, words: `Report ${name}`, onChoose: () => want(() => setReporting(true)) },
  ]
  return (
    <>
      <Menu
        button={(control) => <IconButton icon={IconDotsVertical} label="More about this chat" {...control} />}
        className="absolute top-full right-0 z-20 mt-1 w-max max-w-[min(20rem,calc(100vw-2rem))] min-w-60 rounded-grid border border-line bg-surface p-1.5 shadow-e1 dark:bg-raised"
      >
        {items.map(({ icon, words, onChoose }) => (
          <MenuItem
            key={words}
            onChoose={onChoose}
            className="gap-3 rounded-chip font-medium hover:bg-sunken focus-visible:bg-sunken"
          >
            <Icon of={icon} />
            <bdi className="truncate">{words}</bdi>
          </MenuItem>
        ))}
      </Menu>
      <Question
        open={confirming}
        title={`Block ${name}?`}
        no="Cancel"
        onNo={() => setConfirming(false)}
        yes="Block"
        busy={busy}
        onYes={() => void set({ blocked: true }, `${name} is blocked.`)}
      >
        <p>You get no more messages from them, and they are not told. You can unblock them at any time.</p>
      </Question>
      {ReportPersonDialog && (
        <ReportPersonDialog person={other} name={name} open={reporting} onClose={() => setReporting(false)} />
      )}
    </>
  )
}
