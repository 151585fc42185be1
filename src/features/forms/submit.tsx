import { useConnection } from '#local/react'
import { Button } from '#ui/button.tsx'
import type { IconShape } from '#ui/icon.tsx'

interface Props {
  icon: IconShape
  busy: boolean
  /** In a sentence: "Your message is kept on this phone"; nothing when that was said already. */
  what: string | undefined
  children: string
}

/** The button of a form that may wait, and a line that always has its room: nothing jumps when the network goes. */
export function Submit({ icon, busy, what, children }: Props) {
  const offline = useConnection().state === 'offline'
  return (
    <div>
      <Button type="submit" wide icon={icon} loading={busy}>
        {children}
      </Button>
      <output className="block min-h-12 pt-2 text-13 text-ink-3">
        {offline &&
          what !== undefined &&
          `You are offline. ${what} is kept on this phone and goes out when you are back online.`}
      </output>
    </div>
  )
}
