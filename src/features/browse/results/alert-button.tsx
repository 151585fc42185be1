import { IconBell, IconBellFilled } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useAlerts, useSession } from '#local/react'
import { SignInDialog } from '#parts/saved-cars/sign-in-dialog.tsx'
import { Icon } from '#ui/icon.tsx'
import { useErrorAlert } from '#ui/layer/error-alert.tsx'
import { useNotify } from '#ui/layer/snackbar.tsx'
import { Chip } from '#ui/show/chip.tsx'

/** Toggles the alert "Tell me when one is for sale"; pressed if this phone knows of the person's alert for the model. */
export function AlertButton({ model }: { model: string }): ReactNode {
  const { user } = useSession()
  const { wants, set } = useAlerts()
  const notify = useNotify()
  const showError = useErrorAlert()
  const [dialogOpen, setDialogOpen] = useState(false)
  const on = user !== undefined && wants(model)

  async function press() {
    if (!user) {
      setDialogOpen(true)
      return
    }
    const result = await set(model, !on)
    if (!result.ok) showError(result.error.message)
    else if (!on)
      notify({ severity: 'success', message: `Saved. You get an e-mail when one is for sale: ${model}.` })
  }

  return (
    <>
      <Chip pressed={on} onClick={() => void press()}>
        <Icon of={on ? IconBellFilled : IconBell} size={18} />
        Tell me when one is for sale
      </Chip>
      <SignInDialog
        open={dialogOpen}
        onClose={() => setDialogOpen(false)}
        onKeep={undefined}
        next={location.pathname + location.search}
        words={`You need to log in to be told when one is for sale: ${model}.`}
      />
    </>
  )
}
