import { IconFlag } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import type { CarDetail } from '#contract/cars.ts'
import { useSession } from '#local/react'
import { Button } from '#ui/button.tsx'
import { useNotify } from '#ui/layer/snackbar.tsx'
import { useOverlay } from '#ui/layer/use-overlay.ts'

const load = async () => ({ default: (await import('./report-dialog.tsx')).ReportDialog })
const ReportDialog = lazy(load)

/** Reports a problem with an ad; people cannot report their own. */
export function ReportStart({ car }: { car: CarDetail }) {
  const { user } = useSession()
  const { open, show, hide } = useOverlay('report')
  const [loaded, setLoaded] = useState(open)
  const notify = useNotify()
  if (user?.id === car.creator._id) return null
  const start = () =>
    load().then(
      () => {
        setLoaded(true)
        show()
      },
      () => notify({ severity: 'error', message: 'This could not be loaded. Please try again.' }),
    )
  return (
    <>
      <Button look="quiet" size="sm" icon={IconFlag} onClick={() => void start()}>
        Report this ad
      </Button>
      {loaded && (
        <Suspense fallback={null}>
          <ReportDialog car={car} open={open} onClose={hide} />
        </Suspense>
      )}
    </>
  )
}
