import { IconCloudOff, IconLock } from '@tabler/icons-react'
import {
  Activity,
  Suspense,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type ComponentType,
  lazy,
} from 'react'
import type { AppError } from '#contract/errors.ts'
import { useLocation, Link } from 'wouter'
import { secondFactorRoutes } from '#contract/admin/second-factor.ts'
import { RefusalContext, useConnection, useServerQuery } from '#local/react'
import { signedInOnly } from '#parts/signed-in-only.tsx'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/show/empty-state.tsx'
import { LoadFailed } from '#ui/show/load-failed.tsx'
import { Skeleton } from '#ui/show/skeleton.tsx'
import { SetUp } from './second-factor/set-up.tsx'
import { CodeForm } from './second-factor/code-form.tsx'
import { ignoreExpected, isMissingFile } from '#contract/values/expected.ts'

/** Shows the form that opens the admin area for this session. */
function EnterCode({ recoveryLeft, onDone }: { recoveryLeft: number; onDone: () => void }) {
  const [recovery, setRecovery] = useState(false)
  return (
    <section
      aria-labelledby="enter-code"
      className="mt-6 max-w-[34rem] rounded-card bg-surface p-5 shadow-e1 sm:p-6"
    >
      <h2 id="enter-code" className="text-xl font-bold">
        {recovery ? 'Enter a recovery code' : 'Enter the code of your app'}
      </h2>
      <p className="mt-1 text-ink-2">
        {recovery
          ? 'One of those you kept when you set up the app. It opens once.'
          : 'Your authenticator app shows a new one every 30 seconds.'}
      </p>
      <CodeForm
        key={String(recovery)}
        route={secondFactorRoutes.enterSecondFactor}
        recovery={recovery}
        yes="Open"
        onDone={onDone}
      />
      <Button look="quiet" size="sm" className="mt-3 -ml-4" onClick={() => setRecovery(!recovery)}>
        {recovery ? 'Use the app instead' : 'Phone lost? Use a recovery code'}
      </Button>
      {recovery && recoveryLeft === 0 && (
        <p className="mt-2 text-sm text-ink-2">
          None of yours is left. Whoever has a shell on the server can reset your second factor.
        </p>
      )}
    </section>
  )
}

/** Most milliseconds that a timer accepts. */
const longest = 2 ** 31 - 1

/**
 * Shows /admin and /admin/{section}, the admin area (R-ROLE-20). Nothing of it is stored on the phone. Only the server
 * decides who may enter; a role stored on the phone opens nothing.
 */
export const AdminScreen = signedInOnly(function AdminScreen() {
  const [path] = useLocation()
  const { data, error, busy, refresh } = useServerQuery(secondFactorRoutes.getSecondFactor, {})
  const offline = useConnection().state === 'offline'
  const state = data?.data
  const open = state?.open_seconds ?? 0
  useEffect(() => {
    if (open === 0) return
    const timer = setTimeout(refresh, Math.min(open * 1000, longest))
    return () => clearTimeout(timer)
  }, [state, open, refresh])
  const inside = open > 0 && state?.set_up === true
  // The session may close before the timer fires: another page sets up a new app, or a sleeping computer stops its timers.
  const onRefused = useCallback(
    ({ code }: AppError) => {
      if (code === 'second_factor_required') refresh()
    },
    [refresh],
  )
  // The section stays mounted after the first entry, so that typed text survives until the person enters the next code.
  const [entered, setEntered] = useState(false)
  if (inside && !entered) setEntered(true)
  const heading = useRef<HTMLHeadingElement>(null)
  const waited = useRef(false)
  // A layout effect runs before a hidden dialog reopens, so that the closed dialog later returns the focus to the heading.
  useLayoutEffect(() => {
    // The form that had the focus is gone.
    if (inside && waited.current) heading.current?.focus()
    waited.current = state !== undefined && !inside
  }, [inside, state])
  const section = sections.find(({ name }) => name !== '' && path.startsWith(`/admin/${name}`)) ?? overview
  if (error?.code === 'forbidden' || error?.code === 'unauthenticated')
    return (
      <EmptyState level="h1" icon={IconLock} title="This page is for the people who run Motorkin.">
        <a href="/" className="inline-flex min-h-11 items-center font-medium text-brand hover:underline">
          To the home page
        </a>
      </EmptyState>
    )
  return (
    <div className="mx-auto max-w-page px-4 py-6 lg:flex lg:gap-8">
      {inside && <AdminMenu section={section} />}
      <div className="min-w-0 flex-1">
        <h1 ref={heading} tabIndex={-1} className="text-3xl font-bold outline-none">
          {inside ? section.title : 'Running the place'}
        </h1>
        {offline && (
          <p className="mt-5 flex gap-2.5 rounded-input bg-amber-tint px-3.5 py-3 text-sm text-amber-ink">
            <IconCloudOff aria-hidden size={20} className="shrink-0" />
            Running the place needs a connection: nothing of it is kept on this device.
          </p>
        )}
        <RefusalContext value={onRefused}>
          {entered && (
            <Activity mode={inside ? 'visible' : 'hidden'}>
              <Suspense fallback={<Skeleton className="mt-6 h-96 rounded-card!" />}>
                <section.Screen />
              </Suspense>
            </Activity>
          )}
          {inside ? null : state?.set_up === true ? (
            <EnterCode recoveryLeft={state.recovery_codes_left} onDone={refresh} />
          ) : state ? (
            <SetUp onDone={refresh} />
          ) : error && !busy ? (
            <LoadFailed title="The server did not answer" onRetry={refresh}>
              {error.message}
            </LoadFailed>
          ) : (
            <div aria-busy="true">
              <output className="sr-only">Asking who may come in</output>
              <Skeleton className="mt-6 h-72 max-w-[34rem] rounded-card!" />
            </div>
          )}
        </RefusalContext>
      </div>
    </div>
  )
})

/** Shows the sections: a scrolling row on a phone, a list beside the page on wide screens. */
function AdminMenu({ section }: { section: typeof overview }) {
  const here = useRef<HTMLAnchorElement>(null)
  // On a phone the current link may be outside the visible part of the row.
  useEffect(() => {
    // Newer browsers return a promise here, and an effect must not return a promise as its cleanup.
    here.current?.scrollIntoView({ block: 'nearest', inline: 'center' })
  }, [section])
  return (
    <nav aria-label="Running the place" className="mb-5 lg:mb-0 lg:w-52 lg:shrink-0">
      <ul className="scrollbar-none -mx-4 flex gap-1 overflow-x-auto px-4 lg:sticky lg:top-[calc(var(--header)+1px+1.5rem)] lg:mx-0 lg:flex-col lg:px-0">
        {sections.map((one) => (
          <li key={one.name} className="shrink-0">
            <Link
              ref={one === section ? here : null}
              href={one.name === '' ? '/admin' : `/admin/${one.name}`}
              aria-current={one === section ? 'page' : undefined}
              className="flex min-h-11 items-center rounded-input px-3.5 text-sm font-semibold whitespace-nowrap text-ink-2 hover:bg-sunken hover:text-ink aria-[current=page]:bg-brand-tint aria-[current=page]:text-brand"
            >
              {one.title}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/**
 * Describes one section of the admin area: /admin/{name}; the first page has no name. Only visitors of a section load its
 * code. Nothing of the area is stored on the phone: without a connection the section shows an error, instead of failing the
 * page.
 */
const part = (name: string, title: string, load: () => Promise<ComponentType>) => ({
  name,
  title,
  Screen: lazy(async () => {
    try {
      return { default: await load() }
    } catch (error) {
      ignoreExpected('admin-section', isMissingFile)(error)
      return { default: SectionMissing }
    }
  }),
})

const overview = part('', 'Overview', async () => (await import('./overview.tsx')).Overview)
/** Sections in the order of the menu. */
const sections = [
  overview,
  part('orders', 'Orders', async () => (await import('./orders/admin-orders.tsx')).AdminOrders),
  part('reports', 'Reports', async () => (await import('./reports/admin-reports.tsx')).AdminReports),
  part('names', 'Makes and models', async () => (await import('./admin-names.tsx')).AdminNames),
  part('ads', 'Ads', async () => (await import('./admin-ads.tsx')).AdminAds),
  part('articles', 'Articles', async () => (await import('./articles/admin-articles.tsx')).AdminArticles),
  part('videos', 'Videos', async () => (await import('./articles/admin-videos.tsx')).AdminVideos),
  part('dealers', 'Dealers', async () => (await import('./admin-dealers.tsx')).AdminDealers),
  part('messages', 'Messages', async () => (await import('./admin-messages.tsx')).AdminMessages),
  part('people', 'People', async () => (await import('./people/admin-people.tsx')).AdminPeople),
  part('plans', 'Plans', async () => (await import('./admin-plans.tsx')).AdminPlans),
  part('audit', 'Audit log', async () => (await import('./audit-log.tsx')).AuditLog),
  part(
    'second-factor',
    'Your second factor',
    async () => (await import('./second-factor/own-factor.tsx')).OwnFactor,
  ),
]

/** Replaces a section whose code failed to load. Only a reload of the page requests the code again. */
function SectionMissing() {
  return (
    <LoadFailed title="This section could not be loaded" onRetry={() => window.location.reload()}>
      Running the place needs a connection.
    </LoadFailed>
  )
}
