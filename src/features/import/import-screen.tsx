import { useRef, useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import { useConnection } from '#local/react'
import { signedInOnly } from '#parts/signed-in-only.tsx'
import { Skeleton } from '#ui/show/skeleton.tsx'
import { CheckedTable } from './checked-table.tsx'
import { Outcome } from './outcome.tsx'
import { type Import, useImport } from './use-import.ts'
import { isBusy } from './words.ts'
import { IconAlertTriangle, IconCloudOff, IconFileSpreadsheet } from '@tabler/icons-react'
import { Icon, InlineIcon } from '#ui/icon.tsx'
import type { ImportJob } from '#contract/selling/import.ts'
import type { AppError } from '#contract/errors.ts'
import { Button } from '#ui/button.tsx'
import type { ImportPreviewAd } from '#contract/selling/import-trial.ts'
import { grouped, counted } from '#contract/values/region.ts'
import { BodyIcon } from '#parts/body-icon.tsx'
import { Price } from '#parts/price.tsx'
import { Specs } from '#parts/specs.tsx'
import { classNames } from '#ui/class-names.ts'
import { useNotify } from '#ui/layer/snackbar.tsx'
import { Section } from '#ui/show/section.tsx'
import { useHere } from '#ui/use-here.ts'
import { FileInput, useDroppedFiles } from '#parts/forms/file-input.tsx'

const scrollIntoView = (note: HTMLElement | null) => note?.scrollIntoView({ block: 'nearest' })

/** Shows why the last step failed, and how to go on. */
function Trouble({ error, offline, table }: { error: AppError; offline: boolean; table: Import }) {
  return (
    <div
      // The pressed button may be a screen further down, so the note scrolls into view.
      ref={scrollIntoView}
      role="alert"
      className="mt-5 flex scroll-mt-20 gap-3 rounded-grid bg-danger-tint p-4 text-danger"
    >
      <Icon of={IconAlertTriangle} size={24} />
      <div className="min-w-0 flex-1">
        <p className="font-medium">{error.message}</p>
        {error.code === 'forbidden' && (
          <Button look="outline" size="sm" className="mt-3" href="/profile?tab=profile&view=company">
            Edit company
          </Button>
        )}
        {error.code === 'gone' && (
          <Button
            look="outline"
            size="sm"
            className="mt-3"
            disabled={offline}
            onClick={() => (table.file ? void table.again() : table.forget())}
          >
            {table.file ? 'Send it again' : 'Choose a file'}
          </Button>
        )}
      </div>
    </div>
  )
}

/** Shows /import: turns a dealer's table of cars into ads. A check that names every doubtful row comes before the import. */
export const ImportScreen = signedInOnly(function ImportScreen() {
  const id = new URLSearchParams(useSearch()).get('job') ?? undefined
  const [, navigate] = useLocation()
  const hereRef = useHere()
  const notify = useNotify()
  const table = useImport(id, (job) => {
    const to = job === undefined ? '/import' : `/import?job=${encodeURIComponent(job)}`
    const action = { label: 'See it', run: () => navigate(to) }
    if (hereRef.current) navigate(to, { replace: true })
    else notify({ severity: 'success', message: 'Your table has arrived.', action })
  })
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
      {offline && (
        // An import cannot wait in the outbox, because the person must see the check of the table.
        <p className="mt-5 flex gap-2.5 rounded-input bg-amber-tint px-3.5 py-3 text-sm text-amber-ink">
          <Icon of={IconCloudOff} />
          <span>
            Importing needs a connection.
            {table.file && ` ${table.file.name} stays chosen.`}
            {isBusy(job) && ' What has arrived is being read meanwhile.'}
          </span>
        </p>
      )}
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
          <Outcome job={job} table={table} offline={offline} />
          {checked && job.preview.length > 0 && <PreviewAds ads={job.preview} />}
          {checked && job.columns.length > 0 && (
            <CheckedTable key={`${job._id} ${job.finished_at}`} job={job} table={table} offline={offline} />
          )}
        </>
      )}
    </div>
  )
})

const accept = '.xlsx,.xls,.csv,.tsv,.txt,.gz,text/csv,text/tab-separated-values,application/gzip'

/** Takes a chosen or dropped table and checks it at once. */
function ChooseFile({ table, offline }: { table: Import; offline: boolean }) {
  const input = useRef<HTMLInputElement>(null)
  const { file, sending, choose } = table
  const take = ([chosen]: readonly File[]) => {
    if (chosen && !offline && !sending) void choose(chosen)
  }
  const over = useDroppedFiles(take)
  return (
    <section
      aria-label="Your table"
      className={`mt-6 rounded-card border-2 border-dashed p-6 text-center ${over ? 'border-brand bg-brand-tint' : 'border-control bg-surface'}`}
    >
      <Icon of={IconFileSpreadsheet} size={40} className="mx-auto text-brand" />
      <p className="mt-3 font-semibold break-words">
        {file ? file.name : 'An Excel or CSV file with a line of column names'}
      </p>
      <p className="mt-1 text-sm text-ink-2">
        Make, model, year, price and mileage are needed, in any order. Up to 20 MB.
        <span className="hidden lg:inline"> Or drop it here.</span>
      </p>
      <FileInput ref={input} accept={accept} label="Table of cars" onFiles={take} />
      <div className="mt-5 flex flex-wrap justify-center gap-3">
        <Button
          look={file && !sending ? 'outline' : 'primary'}
          loading={sending}
          disabled={offline}
          onClick={() => input.current?.click()}
        >
          {sending ? 'Sending …' : file ? 'Choose another file' : 'Choose file'}
        </Button>
        {file && !sending && (
          <Button disabled={offline} onClick={() => void table.again()}>
            Check it
          </Button>
        )}
      </div>
      <p className="mt-4 text-13 text-ink-3">Nothing is published before you have seen what would happen.</p>
    </section>
  )
}

/** Shows the progress of a job; the server continues the job without this page. */
function Reading({ job }: { job: ImportJob }) {
  const percent = Math.round(job.progress * 100)
  return (
    <Section
      title={`${job.dry_run ? 'Checking' : 'Importing'} ${job.file_name}`}
      look="text-xl font-bold break-words"
      className="mt-6 rounded-card bg-surface p-5 shadow-e1"
    >
      <progress
        aria-label="Read so far"
        max={100}
        value={percent}
        className="mt-4 block h-3 w-full appearance-none overflow-hidden rounded-pill bg-sunken [&::-moz-progress-bar]:bg-brand [&::-webkit-progress-bar]:bg-sunken [&::-webkit-progress-value]:rounded-pill [&::-webkit-progress-value]:bg-brand"
      />
      <p className="mt-3 text-sm text-ink-2 tabular-nums">
        {job.state === 'waiting'
          ? 'Waiting for its turn'
          : `${counted(job.counts.rows, 'row')} read, ${percent} %`}
      </p>
      {!job.dry_run && (
        <p className="mt-1 text-13 text-ink-3">
          You may close this page: it goes on by itself and nothing comes twice.
        </p>
      )}
    </Section>
  )
}

/** Ads shown on a phone until the person wants all, so that the columns below stay near. */
const first = 4

/** Returns the facts that neither the title nor the icons show. */
const factsOf = (ad: ImportPreviewAd): string[] =>
  [String(ad.year), ad.condition, ad.bodytype, ad.exteriorcolor].filter(
    (fact) => fact !== '' && !ad.title.includes(fact),
  )

/** Shows the first rows of a table as ads, so that a wrong price or mileage is seen before it is public. */
function PreviewAds({ ads }: { ads: readonly ImportPreviewAd[] }) {
  const [all, setAll] = useState(false)
  return (
    <Section
      title={ads.length === 1 ? 'The first ad' : `The first ${ads.length} ads`}
      className="mt-6 rounded-card bg-surface p-5 shadow-e1"
    >
      <p className="mt-1 text-sm text-ink-2">As buyers would see them. Nothing is written yet.</p>
      <ul className="mt-4 grid gap-3 sm:grid-cols-2">
        {ads.map((ad, i) => (
          <li
            key={ad.line}
            className={classNames(
              'min-w-0 rounded-grid border border-line p-3.5',
              i >= first && !all && 'max-sm:hidden',
            )}
          >
            <div className="flex items-center justify-between gap-3">
              <Price amount={ad.price} className="truncate text-xl font-bold tracking-display" />
              <BodyIcon type={ad.bodytype} className="h-8 w-16 shrink-0 text-ink-3" />
            </div>
            <h3 className="mt-1 truncate font-sans text-base font-semibold tracking-normal">{ad.title}</h3>
            <p className="truncate text-13 text-ink-2">{factsOf(ad).join(' · ')}</p>
            <div className="mt-2.5 border-t border-line pt-2.5">
              <Specs car={ad} />
            </div>
            <p className="mt-1.5 flex items-center gap-1 text-13 text-ink-3">
              <InlineIcon of="pin" />
              <span className="min-w-0 flex-1 truncate">{ad.city || ad.province}</span>
              <span className="max-w-[50%] shrink-0 truncate">
                {ad.stock_no === '' ? `Line ${grouped(ad.line)}` : `No. ${ad.stock_no}`}
              </span>
            </p>
          </li>
        ))}
      </ul>
      {!all && ads.length > first && (
        <Button look="quiet" size="sm" className="mt-2 sm:hidden" onClick={() => setAll(true)}>
          Show all {ads.length}
        </Button>
      )}
    </Section>
  )
}
