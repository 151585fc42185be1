import { IconChevronDown } from '@tabler/icons-react'
import { type MouseEvent, useState, type ReactNode } from 'react'
import { aboutPage } from '#contract/heads/page-abouts.ts'
import { useSiteSettings } from '#local/react'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { Section } from '#ui/show/section.tsx'
import { Link, PageTop, useHash } from './long-text.tsx'

interface FaqEntry {
  /** Its place in the address. */
  id: string
  question: string
  answer: ReactNode
}

/** Exactly twelve (R-STAT-23, R-STAT-26). */
const questions: readonly FaqEntry[] = [
  {
    id: 'advertise',
    question: 'How do I advertise, as a private seller or as a dealer?',
    answer: (
      <>
        <p>
          <b>As a private seller</b> you <Link to="/register">register</Link>, choose{' '}
          <Link to="/post/ad">Sell A Car</Link>, and introduce your car. Two cars for sale at a time are free.
        </p>
        <p>
          <b>As a dealer</b> you subscribe to a plan under <Link to="/subscriptions">Subscriptions</Link>, pay
          for it, and send us the proof of payment plus your dealership id, which is the number of your
          company or your dealer licence. When both are checked you are a verified dealer. The name of your
          business, which you enter in your <Link to="/profile">profile</Link>, stands beside your cars.
        </p>
      </>
    ),
  },
  {
    id: 'contact',
    question: 'How do I contact a seller, or Motorkin?',
    answer: (
      <>
        <p>
          Open the car. You can show the seller’s number and call, write on WhatsApp, or send an enquiry
          without an account. Without signal the enquiry is saved on your phone and sent later, once. Chat
          needs an account with a subscription.
        </p>
        <p>
          Our own address, e-mail and phone stand at the foot of each page; or write to us with the{' '}
          <Link to="/contact">contact form</Link>.
        </p>
      </>
    ),
  },
  {
    id: 'app-and-site',
    question: 'How do I use the app and the site?',
    answer: (
      <>
        <p>
          This site is an app: add it to your home screen and it opens like one, also without signal. It keeps
          the newest cars and those you saved; <Link to="/storage">Storage on this phone</Link> shows how much
          that is, and <Link to="/outbox">Waiting to be sent</Link> what has not gone out yet.
        </p>
        <p>
          The mobile app from the store adds roadside assistance, car tracking, stolen-car reporting and chat
          by car plate number. See <Link to="/services">Services</Link>.
        </p>
      </>
    ),
  },
  {
    id: 'free-registration',
    question: 'Is registration free?',
    answer: (
      <p>
        Yes, <Link to="/register">registration is free</Link>, and so is the Basic plan with room for two
        cars. Browsing, comparing and sending an enquiry need no account at all.
      </p>
    ),
  },
  {
    id: 'browsers',
    question: 'Which browsers can I use?',
    answer: (
      <p>
        Any browser of the last few years: Chrome, Edge, Samsung Internet, Firefox or Safari, on a phone or a
        computer. Sending in the background, after you closed the app, works in Chrome, Edge and Samsung
        Internet; in the others what waits is sent when you open it again. In a private window nothing is kept
        after you close it.
      </p>
    ),
  },
  {
    id: 'searches',
    question: 'Which two types of search are there?',
    answer: (
      <>
        <p>
          <b>Quick search:</b> type what you want in your own words, such as “toyota under 5m lagos”, and it
          becomes filters that you can see and change.
        </p>
        <p>
          <b>Detailed search:</b> open the filters of the <Link to="/listings">listings</Link> and choose make
          and model, price, year, place, body type, fuel, gearbox and more. Each shows how many cars are left.
        </p>
        <p>Both work without signal, among the cars that are on your phone.</p>
      </>
    ),
  },
  {
    id: 'keywords',
    question: 'How do keywords work?',
    answer: (
      <p>
        Enter words from the heading of an ad: a make, a model, a year, “double cab”. What is a make, a place,
        a price or the like becomes a filter; cars that have more of the other words come first. The beginning
        of a word is enough, and accents, capitals and small typing mistakes do not matter.
      </p>
    ),
  },
  {
    id: 'featured',
    question: 'What is a featured listing?',
    answer: (
      <p>
        One that is put in front of more people. It carries the word “Featured”, so you always know. The
        Featured Dealership plan, under <Link to="/subscriptions">Subscriptions</Link>, shows your dealership
        on the home page.
      </p>
    ),
  },
  {
    id: 'place-an-advert',
    question: 'How do I place an advert?',
    answer: (
      <p>
        Choose <Link to="/post/ad">Sell A Car</Link>, take or pick the photos, tell what the car is, set a
        price and publish. Everything is kept while you write, so you may stop in the middle and go on later.
        Published without signal, the ad waits on your phone and goes out by itself.
      </p>
    ),
  },
  {
    id: 'edit-an-advert',
    question: 'How do I edit an advert?',
    answer: (
      <p>
        In your <Link to="/profile">profile</Link>, under My Ads, every ad has Edit, Delete and its status:
        Active, Sold or InActive. An edit without signal waits like any other change, and you see that it
        does.
      </p>
    ),
  },
  {
    id: 'rebook',
    question: 'How do I rebook an advert?',
    answer: (
      <p>
        Set it to Active again under My Ads; there is no need to write it anew. Posting the same car a second
        time is possible after 48 hours. When your plan has ended, choose it again under{' '}
        <Link to="/subscriptions">Subscriptions</Link>, and your ads have their room back.
      </p>
    ),
  },
  {
    id: 'pay',
    question: 'How do I pay by EFT or cash deposit?',
    answer: (
      <>
        <p>
          Choose a plan and the months under <Link to="/subscriptions">Subscriptions</Link>, and “EFT or cash
          deposit” as the way to pay. You see our bank details and a reference: write it on your deposit. Then
          send us the proof of payment there, a picture or a PDF, as a dealer together with your dealership
          id. Until we have checked it the order is pending; then your plan begins.
        </p>
        <p>By card you pay online, and your plan begins at once.</p>
      </>
    ),
  },
]

/** One entry open at a time (R-STAT-22); the address may name it. On paper all are open. */
function Accordion({ entries }: { entries: readonly FaqEntry[] }) {
  const hash = useHash()
  const [chosen, setChosen] = useState<{ under: string; id: string | undefined }>()
  // A choice holds until the address names another entry.
  const open = chosen?.under === hash ? chosen.id : hash
  const choose = (id: string | undefined) => setChosen({ under: hash, id })
  return (
    <div className="mt-6 divide-y divide-line rounded-card bg-surface px-5 shadow-e1">
      {entries.map(({ id, question, answer }) => {
        const isOpen = open === id
        const press = (event: MouseEvent) => {
          event.preventDefault()
          choose(isOpen ? undefined : id)
        }
        /** By the browser's own hand: find-in-page opens entries too. */
        const follow = (shown: boolean) => {
          if (shown !== isOpen) choose(shown ? id : undefined)
        }
        return (
          <details
            key={id}
            id={id}
            open={isOpen}
            onToggle={(event) => follow(event.currentTarget.open)}
            className="group print:[&::details-content]:[content-visibility:visible]"
          >
            <summary
              onClick={press}
              className="flex min-h-14 list-none items-center gap-3 rounded-chip py-3 [&::-webkit-details-marker]:hidden"
            >
              <h2 className="min-w-0 flex-1 font-sans text-lg font-semibold tracking-normal">{question}</h2>
              <Icon
                of={IconChevronDown}
                className="text-ink-3 transition-transform group-open:rotate-180 print:hidden"
              />
            </summary>
            <div className="space-y-3 pb-5 text-ink-2 [&_b]:font-semibold [&_b]:text-ink">{answer}</div>
          </details>
        )
      })}
    </div>
  )
}

/** /faqs (R-STAT-22 to R-STAT-26). */
export function FaqsScreen() {
  return (
    <div className="mx-auto max-w-[46rem] px-4 py-6 sm:py-10 print:p-0">
      <PageTop title="FAQs" description={aboutPage('/faqs', useSiteSettings())}>
        Short answers to what people ask us most.
      </PageTop>
      <Accordion entries={questions} />
      <Section title="Something else?" className="mt-8 print:hidden">
        <p className="mt-1 text-ink-2">
          Our e-mail and phone stand at the foot of this page. Or look around; most things explain themselves.
        </p>
        <p className="mt-4 flex flex-wrap gap-3">
          <Button href="/listings" look="outline">
            Browse cars
          </Button>
        </p>
      </Section>
    </div>
  )
}
