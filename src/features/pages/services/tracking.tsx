import {
  IconAlertTriangle,
  IconFence,
  IconHistory,
  IconMapPin,
  IconMicrophone,
  IconPower,
} from '@tabler/icons-react'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { Link } from '../text/link.tsx'

/** In rand, whatever the market's currency (R-STAT-05, R-STAT-06). */
const prices = [
  {
    name: 'Fleet',
    price: 'R4,800 per car',
    terms: 'for a fleet of 5, with installation and 2 years maintenance',
  },
  { name: 'Once-off', price: 'R5000', terms: 'a single payment' },
  { name: 'Spread out', price: 'Initial R2500', terms: 'plus a R100 debit for 3 years' },
]
/** R-STAT-04 */
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

/** R-STAT-03 */
export function Tracking() {
  return (
    <>
      <section aria-labelledby="prices">
        <h2 id="prices" className="text-xl font-bold">
          Prices
        </h2>
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
      </section>
      <section aria-labelledby="features" className="mt-10">
        <h2 id="features" className="text-xl font-bold">
          What the tracker does
        </h2>
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
      </section>
    </>
  )
}
