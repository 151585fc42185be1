import { IconLock } from '@tabler/icons-react'
import { errorRules } from '#contract/errors.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/show/empty-state.tsx'

/** For whom no subscription runs, in the documented words (R-ERR-19). */
export function ClosedInquiries() {
  return (
    <EmptyState
      icon={IconLock}
      title={errorRules.subscription_required.msg}
      actions={<Button href="/subscriptions">See the plans</Button>}
    />
  )
}
