import { useEffect } from 'react'
import { IconFlag } from '@tabler/icons-react'
import type { CarDetail } from '#contract/cars.ts'
import { useSession } from '#local/react'
import { Button } from '#ui/button.tsx'
import { useOverlay } from '#parts/use-overlay.ts'
import { useOnDemand } from '#ui/use-on-demand.ts'

const load = async () => (await import('./report-dialog.tsx')).ReportDialog

/** Opens the report of a problem with an ad; people cannot report their own ads. */
export function ReportStart({ car }: { car: CarDetail }) {
  const { user } = useSession()
  const { open, show, hide } = useOverlay('report')
  const [ReportDialog, want] = useOnDemand(load, 'This could not be loaded. Please try again.')
  // The dialog opens at once when the page was reloaded with the dialog open.
  useEffect(() => {
    if (open) want(show)
  }, [open, want, show])
  if (user?.id === car.creator._id) return null
  return (
    <>
      <Button look="quiet" size="sm" icon={IconFlag} onClick={() => want(show)}>
        Report this ad
      </Button>
      {ReportDialog && <ReportDialog car={car} open={open} onClose={hide} />}
    </>
  )
}
