import { useState } from 'react'
import { secondFactor, secondFactorRoutes } from '#contract/admin/second-factor.ts'
import { useServerQuery } from '#local/react'
import { useNotify } from '#ui/layer/snackbar.tsx'
import { Button } from '#ui/button.tsx'
import { SetUp } from './set-up.tsx'

/** Shows /admin/second-factor: the admin's own app and recovery codes. */
export function OwnFactor() {
  const { data, refresh } = useServerQuery(secondFactorRoutes.getSecondFactor, {})
  const notify = useNotify()
  const [again, setAgain] = useState(false)
  if (again)
    return (
      <SetUp
        again
        onDone={() => {
          setAgain(false)
          refresh()
          notify({ severity: 'success', message: 'The new app counts from now on.' })
        }}
      />
    )
  const left = data?.data.recovery_codes_left
  return (
    <section className="mt-6 max-w-[34rem] rounded-card bg-surface p-5 shadow-e1 sm:p-6">
      <p>
        A code of your authenticator app opens this area for {secondFactor.hours} hours, on the device it was
        entered on.
      </p>
      <p className="mt-3 min-h-6 text-ink-2">
        {left !== undefined &&
          (left === 0
            ? 'No recovery code is left. Set up the app again to get new ones.'
            : `${left} of ${secondFactor.recoveryCodes} recovery codes are left.`)}
      </p>
      <Button look="outline" size="sm" className="mt-4" onClick={() => setAgain(true)}>
        Set up another app
      </Button>
    </section>
  )
}
