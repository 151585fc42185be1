import { useLocation, useSearch } from 'wouter'
import {
  IconBrandAndroid,
  IconBrandApple,
  IconAlertTriangle,
  IconFence,
  IconHistory,
  IconMapPin,
  IconMicrophone,
  IconPower,
} from '@tabler/icons-react'
import { useSiteSettings } from '#local/react'
import { Tabs } from '#ui/nav/tabs.tsx'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { Section } from '#ui/show/section.tsx'
import { Link, PageTop } from './long-text.tsx'
import { services } from './services.ts'

const inTheApp = [
  'Owner-to-owner chat by car plate number: write to the owner of a car you only know by its plate.',
  'Roadside and technical assistance: a mechanic, an electrician or a tow van.',
  'Stolen-car reporting, from your phone.',
  'A vehicle tracking service, the one described under Car Tracking.',
]

/** Shows our services (R-STAT-02) and what the mobile app adds to this site (R-STAT-07, R-STAT-08). */
function OurServices() {
  const { android, ios } = useSiteSettings().stores
  const apps = [
    { label: 'Android app', href: android, icon: IconBrandAndroid },
    { label: 'iOS app', href: ios, icon: IconBrandApple },
  ].filter(({ href }) => href !== '')
  return (
    <>
      <ul className="grid gap-4 md:grid-cols-3">
        {services.map(({ icon, title, text, way }) => (
          <li key={title} className="flex flex-col rounded-card bg-surface p-5 shadow-e1">
            <span className="inline-flex size-12 items-center justify-center rounded-pill bg-brand-tint text-brand">
              <Icon of={icon} size={26} />
            </span>
            <h2 className="mt-4 text-xl font-bold">{title}</h2>
            <p className="mt-2 flex-1 text-ink-2">{text}</p>
            <p className="mt-4">
              <Link to={way.to}>{way.words}</Link>
            </p>
          </li>
        ))}
      </ul>
      <section aria-labelledby="app" className="mt-10 max-w-text">
        <h2 id="app" className="text-xl font-bold">
          What the mobile app adds
        </h2>
        <p className="mt-2 text-ink-2">
          Buying, selling and asking work here, in your browser. The app from the store adds what needs a car
          on the road:
        </p>
        <ul className="mt-3 list-disc space-y-2 pl-5 text-ink-2">
          {inTheApp.map((what) => (
            <li key={what} className="pl-1">
              {what}
            </li>
          ))}
        </ul>
        {apps.length > 0 && (
          <p className="mt-5 flex flex-wrap gap-3 print:hidden">
            {apps.map(({ label, ...link }) => (
              <Button key={label} look="outline" {...link}>
                {label}
              </Button>
            ))}
          </p>
        )}
      </section>
    </>
  )
}

/** Prices in rand, independent of the market's currency (R-STAT-05, R-STAT-06). */
const prices = [
  {
    name: 'Fleet',
    price: 'R4,800 per car',
    terms: 'for a fleet of 5, with installation and 2 years maintenance',
  },
  { name: 'Once-off', price: 'R5000', terms: 'a single payment' },
  { name: 'Spread out', price: 'Initial R2500', terms: 'plus a R100 debit for 3 years' },
]
/** Functions of the tracker (R-STAT-04). */
const features = [
  {
    icon: IconPower,
    title: 'Complete car control',
    text: 'With remote switch off: stop the engine from your phone when the car is in the wrong hands.',
  },
  { icon: IconMapPin, title: 'Live tracking', text: 'The car on the map, now, wherever it drives.' },
  {
    icon: IconMicrophone,
    title: 'Voice monitoring',
    text: 'Hear what is going on inside when something seems wrong.',
  },
  {
    icon: IconHistory,
    title: 'Record history',
    text: 'Where it went, when it stood and for how long, day by day.',
  },
  {
    icon: IconFence,
    title: 'Geofencing with speed limits',
    text: 'Draw an area and set a speed; you hear of it when the car leaves the one or passes the other.',
  },
  {
    icon: IconAlertTriangle,
    title: 'Panic button',
    text: 'One press in the car tells you at once that help is needed.',
  },
]

/** Shows the tab about car tracking (R-STAT-03). */
function Tracking() {
  return (
    <>
      <Section title="Prices">
        <p className="mt-1 text-ink-2">Three ways to pay, all in South African rand.</p>
        <ul className="mt-4 grid gap-4 md:grid-cols-3">
          {prices.map(({ name, price, terms }) => (
            <li key={name} className="rounded-card bg-surface p-5 shadow-e1">
              <p className="text-sm font-semibold text-ink-3">{name}</p>{' '}
              <p className="figures mt-1 text-2xl font-bold">{price}</p>{' '}
              <p className="mt-1 text-ink-2">{terms}</p>
            </li>
          ))}
        </ul>
        <p className="mt-5 flex flex-wrap items-center gap-x-5 gap-y-3 print:hidden">
          <Button href="/subscriptions">See subscriptions</Button>
          <span className="text-ink-2">
            Questions first? <Link to="/contact">Write to us</Link>
          </span>
        </p>
      </Section>
      <Section title="What the tracker does" className="mt-10">
        <ul className="mt-4 grid gap-x-10 gap-y-6 sm:grid-cols-2 lg:grid-cols-3">
          {features.map(({ icon, title, text }) => (
            <li key={title} className="flex gap-3.5">
              <span className="inline-flex size-11 shrink-0 items-center justify-center rounded-pill bg-brand-tint text-brand">
                <Icon of={icon} size={22} />
              </span>
              <div>
                <h3 className="font-sans text-lg font-semibold tracking-normal">{title}</h3>
                <p className="text-ink-2">{text}</p>
              </div>
            </li>
          ))}
        </ul>
      </Section>
    </>
  )
}

const tabs = [
  { value: 'services', label: 'Services' },
  { value: 'tracking', label: 'Car Tracking' },
] as const

/** Shows /services, with its second tab at /services?tab=tracking (R-STAT-01). */
export function ServicesScreen() {
  const [, navigate] = useLocation()
  const tab = new URLSearchParams(useSearch()).get('tab') === 'tracking' ? 'tracking' : 'services'
  return (
    <div className="mx-auto max-w-page px-4 py-6 sm:py-10">
      <PageTop title="Services" path="/services">
        A car is company for years. We help you meet it, keep it running and know where it is.
      </PageTop>
      <div className="mt-6">
        <Tabs
          label="Services"
          tabs={tabs}
          value={tab}
          onChange={(value) =>
            navigate(value === 'tracking' ? '/services?tab=tracking' : '/services', { replace: true })
          }
        >
          <div className="pt-6">{tab === 'tracking' ? <Tracking /> : <OurServices />}</div>
        </Tabs>
      </div>
    </div>
  )
}
