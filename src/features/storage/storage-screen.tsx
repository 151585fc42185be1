import { IconDatabaseOff, IconShieldCheck, IconShieldHalf } from '@tabler/icons-react'
import { useState } from 'react'
import {
  useOfflineProgress,
  useStorage,
  type Clearable,
  useReplica,
  useServerNow,
  type StorageReport,
} from '#local/react'
import { Button } from '#ui/button.tsx'
import { useNotify } from '#ui/layer/snackbar.tsx'
import { EmptyState } from '#ui/show/empty-state.tsx'
import { Section } from '#ui/show/section.tsx'
import { Skeleton } from '#ui/show/skeleton.tsx'
import { partNames, parts, sizeText, formatMonth, type PartName } from './words.ts'
import { formatAgo } from '#parts/freshness.tsx'
import { grouped } from '#contract/values/region.ts'
import { WindowChoice } from './window-choice.tsx'
import { Icon } from '#ui/icon.tsx'
import { Question } from '#ui/layer/question.tsx'

/** Tells whether the browser may delete the stored data, with a button to request persistence. */
function Lasting({ report, onRequest }: { report: StorageReport; onRequest: () => Promise<boolean> }) {
  const { lasting, asked, mayAsk } = report
  const [request, setRequest] = useState<'no' | 'asking' | 'refused'>('no')
  async function press() {
    setRequest('asking')
    setRequest((await onRequest()) ? 'no' : 'refused')
  }
  return (
    <div className="flex gap-3">
      <Icon
        of={lasting ? IconShieldCheck : IconShieldHalf}
        size={24}
        className={lasting ? 'text-success' : 'text-amber-ink'}
      />
      <div className="min-w-0 flex-1">
        <h2 className="text-xl font-bold">{lasting ? 'This stays' : 'This may be thrown away'}</h2>
        <p className="mt-0.5 text-ink-2">
          {lasting === true && 'Your browser promised not to throw any of it away by itself.'}
          {lasting === false &&
            'When this phone runs out of room, your browser may clear it, also what is not sent yet.'}
          {lasting === undefined && 'This browser does not tell whether it keeps it.'}
        </p>
        {!lasting && mayAsk && (
          <Button
            look="outline"
            size="sm"
            className="mt-3"
            loading={request === 'asking'}
            onClick={() => void press()}
          >
            Ask it to keep this
          </Button>
        )}
        <output className="mt-2 block text-sm font-medium text-amber-ink empty:hidden">
          {!lasting &&
            (request === 'refused' || (request === 'no' && asked === false)) &&
            'Your browser said no so far. Adding Motorkin to the home screen often changes its mind.'}
        </output>
      </div>
    </div>
  )
}

const panel = 'mt-6 rounded-card bg-surface p-5 shadow-e1'

/** Shows /storage: the data of this app on this phone, its purpose, and how to delete it. */
export function StorageScreen() {
  const { report, failed, clear, ask, resume } = useStorage()
  const { halt } = useOfflineProgress()
  const notify = useNotify()
  async function clearOne(what: Clearable) {
    const ok = await clear(what)
    notify(
      ok
        ? { severity: 'success', message: `Cleared: ${parts[what].name.toLowerCase()}.` }
        : { severity: 'error', message: 'This phone did not answer. Please try again.' },
    )
  }
  const all = report && { ...report.sizes, reserve: report.reserve }
  const sizes = all && partNames.map((name) => [name, all[name]] as const)
  const total = sizes?.reduce((sum, [, bytes]) => sum + bytes, 0) ?? 0
  return (
    <div className="mx-auto max-w-[46rem] px-4 py-6">
      <h1 className="text-3xl font-bold">Storage on this phone</h1>
      {!sizes && failed ? (
        <EmptyState icon={IconDatabaseOff} title="Nothing can be kept here">
          This browser does not let us store anything. In a normal window your cars and drafts stay.
        </EmptyState>
      ) : !sizes || !report ? (
        <div aria-busy="true">
          <output className="sr-only">Measuring</output>
          <Skeleton className="mt-3 h-6 w-64" />
          <Skeleton className="mt-6 h-40 rounded-card!" />
          <Skeleton className="mt-6 h-96 rounded-card!" />
        </div>
      ) : (
        <>
          <p className="mt-1 text-ink-2">
            Motorkin keeps <b className="font-semibold text-ink tabular-nums">{sizeText(total)}</b> here, so
            that it works without signal and loads nothing twice.
          </p>
          {/* The bar shows the share of each part. It is decoration: the list below has every number. */}
          <div aria-hidden className="mt-4 flex h-3 gap-0.5 overflow-hidden rounded-pill bg-sunken">
            {sizes
              .filter(([, bytes]) => bytes > 0)
              .map(([name, bytes]) => (
                <span
                  key={name}
                  className={`min-w-1 ${dots[name]}`}
                  style={{ flexGrow: bytes, flexBasis: 0 }}
                />
              ))}
          </div>
          <section className={panel}>
            <Lasting report={report} onRequest={ask} />
          </section>
          <Section title="What is here" className={panel}>
            <ul className="mt-1 divide-y divide-line">
              {sizes.map(([name, bytes]) => (
                <PartRow key={name} part={name} bytes={bytes} onClear={clearOne} />
              ))}
            </ul>
            {halt === 'full' && (
              <p className="mt-2 text-amber-ink">
                This phone had no room for more pictures of your favourites.
              </p>
            )}
            {(halt === 'stopped' || halt === 'full') && (
              <Button look="secondary" size="sm" className="mt-2" onClick={() => void resume()}>
                {halt === 'full' ? 'Try to save them again' : 'Save my favourites here again'}
              </Button>
            )}
          </Section>
          <Section title="Data" className={panel}>
            <DataUse used={report.used} savesData={report.savesData} />
          </Section>
        </>
      )}
    </div>
  )
}

/** Shows the data used, the age of the cars, and whether data saving is on. */
function DataUse({ used, savesData }: Pick<StorageReport, 'used' | 'savesData'>) {
  const { status } = useReplica()
  const now = useServerNow()
  const facts: { name: string; value: string; whole?: boolean }[] = [
    { name: `Data used in ${formatMonth(used.month)}`, value: sizeText(used.bytes) },
    {
      name: 'Cars last refreshed',
      value: status.asOf > 0 ? formatAgo(status.asOf, now) : 'Not yet',
    },
    {
      name: 'Cars that search without signal',
      whole: true,
      value: status.searched > 0 ? `${grouped(status.searched)} of ${grouped(status.of)}` : 'None yet',
    },
    { name: 'Save-Data', value: savesData ? 'On: fewer cars, one picture each' : 'Off' },
  ]
  return (
    <>
      <dl className="mt-2 divide-y divide-line">
        {facts.map(({ name, value, whole }) => (
          <div key={name} className="flex items-baseline justify-between gap-4 py-2.5">
            <dt className="text-ink-2">{name}</dt>
            <dd className={`text-right font-semibold tabular-nums ${whole ? 'whitespace-nowrap' : ''}`}>
              {value}
            </dd>
          </div>
        ))}
      </dl>
      <WindowChoice />
    </>
  )
}

/** Colour of each part in the bar and the dots; the names are beside the dots. */
const dots: Readonly<Record<PartName, string>> = {
  favourites: 'bg-heart',
  replica: 'bg-brand',
  viewedPictures: 'bg-amber',
  thumbs: 'bg-amber/60',
  viewed: 'bg-info',
  answers: 'bg-info/60',
  photos: 'bg-ink-2',
  words: 'bg-ink',
  shell: 'bg-ink-3',
  reserve: 'bg-control',
}

interface PartRowProps {
  part: PartName
  bytes: number
  onClear: (what: Clearable) => Promise<void>
}

/** Shows one part of the stored data: its purpose, its size and, if it can be cleared, a button. */
function PartRow({ part, bytes, onClear }: PartRowProps) {
  const { name, why, clear } = parts[part]
  const [step, setStep] = useState<'no' | 'asked' | 'clearing'>('no')
  async function sure() {
    if (!clear) return
    setStep('clearing')
    await onClear(clear.what)
    setStep('no')
  }
  return (
    <li className="flex items-start gap-3 py-3.5">
      <span aria-hidden className={`mt-1.5 size-3 shrink-0 rounded-pill ${dots[part]}`} />
      <div className="min-w-0 flex-1">
        <div className="flex items-baseline justify-between gap-3">
          <h3 className="font-sans text-base font-semibold tracking-normal">{name}</h3>
          <span className={`shrink-0 text-base tabular-nums ${bytes === 0 ? 'text-ink-3' : 'font-semibold'}`}>
            {sizeText(bytes)}
          </span>
        </div>
        <div className="flex items-start justify-between gap-3">
          <p className="mt-0.5 max-w-prose text-sm text-ink-2">{why}</p>
          {clear && bytes > 0 && (
            <Button look="quiet" size="sm" className="-mr-4 -mb-2 shrink-0" onClick={() => setStep('asked')}>
              Clear<span className="sr-only"> {name}</span>
            </Button>
          )}
        </div>
      </div>
      {clear && (
        <Question
          open={step !== 'no'}
          title={`Clear “${name}”?`}
          onNo={() => setStep('no')}
          yes={`Clear ${sizeText(bytes)}`}
          onYes={() => void sure()}
          busy={step === 'clearing'}
        >
          <p>{clear.means}</p>
        </Question>
      )}
    </li>
  )
}
