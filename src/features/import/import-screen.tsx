import { useCallback, useEffect } from 'react'
import { useLocation, useSearch } from 'wouter'
import { useConnection, useSession } from '#local/react'
import { Skeleton } from '#ui/show/skeleton.tsx'
import { CheckedTable } from './checked-table.tsx'
import { ChooseFile } from './choose-file.tsx'
import { OfflineNote } from './offline-note.tsx'
import { Outcome } from './outcome.tsx'
import { PreviewAds } from './preview-ads.tsx'
import { Reading } from './reading.tsx'
import { Trouble } from './trouble.tsx'
import { useImport } from './use-import.ts'
import { isBusy } from './words.ts'

const myAds = '/profile?tab=my-ads'

/** /import: a dealer's table of cars becomes ads: checked first, with every doubtful row named, then for good. */
export function ImportScreen() {
  const { user, sure } = useSession()
  const [, navigate] = useLocation()
  const signedIn = user !== undefined
  useEffect(() => {
    if (!signedIn && sure) navigate('/login?next=%2Fimport', { replace: true })
  }, [signedIn, sure, navigate])
  if (!user) return <div className="min-h-dvh" />
  return <Own key={user.id} />
}

function Own() {
  const id = new URLSearchParams(useSearch()).get('job') ?? undefined
  const [, navigate] = useLocation()
  const onJob = useCallback(
    (job: string | undefined) => {
      navigate(job === undefined ? '/import' : `/import?job=${encodeURIComponent(job)}`, { replace: true })
    },
    [navigate],
  )
  const table = useImport(id, onJob)
  const { job, error } = table
  const offline = useConnection().state === 'offline'
  const checked = job && !isBusy(job) && (job.dry_run || job.state === 'failed')

  return (
    <div className="mx-auto max-w-[46rem] px-4 py-6">
      <h1 className="text-3xl font-bold">Import ads</h1>
      <p className="mt-1 text-ink-2">
        A table of your stock becomes ads. Send it again whenever it changed: cars are known by their stock
        number, and none comes twice.
      </p>
      {offline && <OfflineNote table={table} />}
      {error && <Trouble error={error} offline={offline} table={table} />}
      {id === undefined ? (
        <ChooseFile table={table} offline={offline} />
      ) : !job ? (
        <div aria-busy="true">
          <output className="sr-only">Looking for your table</output>
          <Skeleton className="mt-6 h-44 rounded-card!" />
        </div>
      ) : isBusy(job) ? (
        <Reading job={job} />
      ) : (
        <>
          <Outcome job={job} table={table} offline={offline} myAds={myAds} />
          {checked && job.preview.length > 0 && <PreviewAds ads={job.preview} />}
          {checked && job.columns.length > 0 && (
            <CheckedTable key={`${job._id} ${job.finished_at}`} job={job} table={table} offline={offline} />
          )}
        </>
      )}
    </div>
  )
}
