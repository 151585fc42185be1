import {
  IconBuildingStore,
  IconCameraPlus,
  IconCar,
  IconMessageCircle,
  IconShieldLock,
  IconWifiOff,
} from '@tabler/icons-react'
import { useActiveUsers, useDealerCount } from '#local/react'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { Section } from '#ui/show/section.tsx'
import { grouped } from '#contract/values/region.ts'
import { Link, PageTop } from './long-text.tsx'

/** Shows two fixed figures and two that the server counts; an unknown figure is shown as unknown (R-STAT-10 to R-STAT-12). */
function Counts() {
  const dealers = useDealerCount().data
  const users = useActiveUsers().data
  return (
    <Section title="In figures" look="sr-only" className="mt-8">
      <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-card bg-line shadow-e1 lg:grid-cols-4">
        <Figure name="Total Cars" value="15000+" />
        <Figure name="Verified Dealers" value={dealers === undefined ? dealers : grouped(dealers)} />
        <Figure name="Active Users" value={users === undefined ? users : grouped(users)} />
        <Figure name="Featured Vehicles" value="150+" />
      </dl>
    </Section>
  )
}

function Figure({ name, value }: { name: string; value: string | undefined }) {
  return (
    <div className="flex flex-col-reverse bg-surface px-4 py-5 text-center">
      <dt className="text-sm text-ink-2">{name}</dt>
      <dd className="figures text-2xl font-bold">
        {value === undefined ? (
          <>
            <span aria-hidden className="text-ink-3">
              –
            </span>
            <span className="sr-only">Not known yet</span>
          </>
        ) : (
          value
        )}
      </dd>
    </div>
  )
}

const features = [
  {
    icon: IconWifiOff,
    title: 'Works where the signal ends',
    text: 'The newest cars and those you saved stay on your phone. Search, compare and decide in a lift, a basement or on the road.',
    way: { to: '/storage', words: 'What your phone keeps' },
  },
  {
    icon: IconCar,
    title: 'Cars with character',
    text: 'Born to haul, city native, the one with the paperwork: every car says one line about itself, made only of what its seller stated.',
    way: { to: '/listings', words: 'Meet the cars' },
  },
  {
    icon: IconMessageCircle,
    title: 'Say hello once',
    text: 'An enquiry that you write offline is saved on your phone, is sent by itself, and arrives once. You see what still waits.',
    way: { to: '/outbox', words: 'What is waiting' },
  },
  {
    icon: IconCameraPlus,
    title: 'Sell from the roadside',
    text: 'Take the photos, write the ad and publish it where the car stands. Every word and picture is kept while you write.',
    way: { to: '/post/ad', words: 'Introduce your car' },
  },
  {
    icon: IconBuildingStore,
    title: 'Sellers with a face',
    text: 'Who sells stands beside each car, with ticks for what was checked: e-mail, mobile number and business details.',
    way: { to: '/listings', words: 'Cars and their sellers' },
  },
  {
    icon: IconShieldLock,
    title: 'Yours, and calm',
    text: 'No third-party banner ads. You see where you are signed in, what is kept about you, and how to be rid of it.',
    way: { to: '/privacy', words: 'Our privacy policy' },
  },
]

/** Shows /about: who we are, in figures and in what the app does (R-STAT-09). */
export function AboutScreen() {
  return (
    <div className="mx-auto max-w-page px-4 py-6 sm:py-10">
      <PageTop title="About" path="/about">
        Motorkin is a marketplace for used and new cars in South Africa and Nigeria. We believe that cars have
        character, and that buying one should feel like meeting somebody.
      </PageTop>
      <p className="mt-3 max-w-text text-ink-2">
        Most car sites stop where the network does. Ours was made for the places cars take you to: it opens
        without signal, shows how old each figure is, and never loses a word you wrote.
      </p>
      <Counts />
      <Section title="What makes it different" className="mt-10">
        <ul className="mt-4 grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
          {features.map(({ icon, title, text, way }) => (
            <li key={title} className="flex flex-col rounded-card bg-surface p-5 shadow-e1">
              <Icon of={icon} size={28} className="text-brand" />
              <h3 className="mt-3 font-sans text-lg font-semibold tracking-normal">{title}</h3>
              <p className="mt-1 flex-1 text-ink-2">{text}</p>
              <p className="mt-3">
                <Link to={way.to}>{way.words}</Link>
              </p>
            </li>
          ))}
        </ul>
      </Section>
      <p className="mt-10 flex flex-wrap gap-3 print:hidden">
        <Button href="/listings">Browse cars</Button>
        <Button href="/services" look="outline">
          Our services
        </Button>
      </p>
    </div>
  )
}
