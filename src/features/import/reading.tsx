import type { ImportJob } from '#contract/selling/import.ts'
import { rowsText } from './words.ts'

/** A table that is being read, row by row; it goes on without this page. */
export function Reading({ job }: { job: ImportJob }) {
  const percent = Math.round(job.progress * 100)
  return (
    <section aria-labelledby="import-reading" className="mt-6 rounded-card bg-surface p-5 shadow-e1">
      <h2 id="import-reading" className="text-xl font-bold break-words">
        {job.dry_run ? 'Checking' : 'Importing'} {job.file_name}
      </h2>
      <progress
        aria-label="Read so far"
        max={100}
        value={percent}
        className="mt-4 block h-3 w-full appearance-none overflow-hidden rounded-pill bg-sunken [&::-moz-progress-bar]:bg-brand [&::-webkit-progress-bar]:bg-sunken [&::-webkit-progress-value]:rounded-pill [&::-webkit-progress-value]:bg-brand"
      />
      <p className="mt-3 text-sm text-ink-2 tabular-nums">
        {job.state === 'waiting' ? 'Waiting for its turn' : `${rowsText(job.counts.rows)} read, ${percent} %`}
      </p>
      {!job.dry_run && (
        <p className="mt-1 text-13 text-ink-3">
          You may close this page: it goes on by itself and nothing comes twice.
        </p>
      )}
    </section>
  )
}
