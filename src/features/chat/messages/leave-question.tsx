import { useSiteSettings } from '#local/react'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/layer/dialog.tsx'
import type { TextLink } from './find-links.ts'

interface Props {
  link: TextLink | undefined
  onClose: () => void
}

/** Names the place a link of a message leads to, before it does. */
export function LeaveQuestion({ link, onClose }: Props) {
  const { name } = useSiteSettings()
  return (
    <Dialog
      open={link !== undefined}
      onClose={onClose}
      title={
        <span className="wrap-anywhere">
          You leave {name}: {link?.foreign}
        </span>
      }
      actions={
        link && (
          <>
            <Button look="outline" onClick={onClose}>
              Stay here
            </Button>
            <Button href={link.href} target="_blank" rel="noopener noreferrer nofollow ugc" onClick={onClose}>
              Open it
            </Button>
          </>
        )
      }
    >
      <p>This page is not ours. Type no password and no card number there.</p>
      <p
        className="mt-3 max-h-32 overflow-y-auto rounded-input bg-sunken px-3.5 py-2.5 text-13 break-all"
        dir="ltr"
      >
        {link?.shown}
      </p>
    </Dialog>
  )
}
