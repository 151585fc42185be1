import { aboutPage } from '#contract/heads/page-abouts.ts'
import { useSiteSettings } from '#local/react'
import { IconCloudOff, IconLinkOff } from '@tabler/icons-react'
import { useParams } from 'wouter'
import { type AppError, errorRules } from '#contract/errors.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/show/empty-state.tsx'
import { Skeleton } from '#ui/show/skeleton.tsx'
import { FormPage } from '../form-page.tsx'
import { DriveSheet } from './drive-sheet.tsx'
import { useDriveByLink } from './use-drive-by-link.ts'

/** /test-drive/{token}: where a guest's e-mail leads; nobody else knows the address. */
export function TestDriveByLinkScreen() {
  const { token = '' } = useParams()
  return (
    <FormPage
      noIndex
      title="Your test drive"
      description={aboutPage('/test-drive/:token', useSiteSettings())}
      intro="Where your request stands, and what you can do."
    >
      <ByLink key={token} token={token} />
    </FormPage>
  )
}

function ByLink({ token }: { token: string }) {
  const link = useDriveByLink(token)
  const { drive, failure, load } = link
  if (drive) return <DriveSheet {...link} drive={drive} path={`/test-drive/${token}`} />
  if (failure) return <Failed error={failure} onAgain={load} />
  return (
    <div aria-busy="true" className="min-h-80">
      <output className="sr-only">Loading your test drive</output>
      <Skeleton className="h-7 w-64" />
      <Skeleton className="mt-4 h-28 rounded-grid!" />
      <Skeleton className="mt-4 h-11 w-40 rounded-pill!" />
    </div>
  )
}

function Failed({ error, onAgain }: { error: AppError; onAgain: () => void }) {
  const passing = errorRules[error.code].action === 'retry'
  return (
    <EmptyState
      icon={passing ? IconCloudOff : IconLinkOff}
      title={passing ? 'Your test drive could not be loaded' : 'This link does not lead to a test drive'}
      actions={
        passing ? (
          <Button onClick={onAgain}>Try again</Button>
        ) : (
          <Button href="/book-test-drive">Book a test drive</Button>
        )
      }
    >
      {error.message}
    </EmptyState>
  )
}
