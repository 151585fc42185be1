import { aboutPage } from '#contract/heads/page-abouts.ts'
import { useSiteSettings } from '#local/react'
import { useHomeLaw, type HomeLaw } from './home-law.ts'
import { LongText, type TextSection, Link } from './long-text.tsx'

/** What follows it (R-STAT-15). */
const lawOf = (home: HomeLaw): readonly TextSection[] => [
  {
    id: 'prices-and-facts',
    title: 'Prices and facts',
    body: (
      <p>
        What an ad says comes from its seller. Comparisons and monthly amounts are worked out from stated
        facts to give you an idea; they are no offer and no valuation. Without signal you see cars as they
        were when your phone last heard of them, and the app says when that was.
      </p>
    ),
  },
  {
    id: 'advertising',
    title: 'Advertising',
    body: (
      <p>
        There are no third-party banner ads. What is put forward, by us or by a dealer who pays for it, is
        marked “Featured” wherever it stands.
      </p>
    ),
  },
  {
    id: 'not-allowed',
    title: 'What is not allowed',
    body: (
      <p>
        Selling stolen cars or cars that are not yours, posing as somebody else, collecting other people’s
        numbers, copying the listings by machine, and anything that disturbs the service or breaks the law.
        Whoever does so loses the account, and we may report it.
      </p>
    ),
  },
  {
    id: 'our-part',
    title: 'What we answer for',
    body: (
      <p>
        We run Motorkin with care, but cannot promise that it is never interrupted, or that an ad is true. We
        answer for damage that we cause on purpose or by gross carelessness. Rights that a law gives you and
        no contract can take away, such as those of the {home.consumerAct}, stay yours.
      </p>
    ),
  },
  {
    id: 'leaving',
    title: 'Leaving',
    body: (
      <p>
        You may stop at any time: <Link to="/privacy#delete-your-account">account deletion</Link> is done in
        the app and takes effect at once. Where we have to close an account, we say why, unless the law
        forbids it.
      </p>
    ),
  },
  {
    id: 'governing-law',
    title: 'Governing law',
    body: (
      <p>
        These terms are <b>governed by {home.adjective} law</b>, wherever you use Motorkin. Disputes that we
        cannot settle between us go to the courts of {home.country}, unless the law of your home gives you, as
        a consumer, the right to another court.
      </p>
    ),
  },
  {
    id: 'changes',
    title: 'Changes and contact',
    body: (
      <p>
        When these terms change in a way that matters to you, we tell you by e-mail before it counts; the date
        above changes too. How we treat your data is told under <Link to="/privacy">Privacy</Link>, quick
        answers are among the <Link to="/faqs">FAQs</Link>, and our address stands at the foot of each page
        for the rest.
      </p>
    ),
  },
]

/** What people here may expect of each other. */
const trading: readonly TextSection[] = [
  {
    id: 'what-motorkin-is',
    title: 'What Motorkin is',
    body: (
      <p>
        A marketplace where private sellers and dealers show cars and buyers find them. The sale itself is
        between buyer and seller: we own none of the cars, take no part in the contract and hold no money of
        yours for a car. By using Motorkin you accept these terms.
      </p>
    ),
  },
  {
    id: 'your-account',
    title: 'Your account',
    body: (
      <p>
        Looking around needs no account, and registering is free. Give your real name and a number you answer,
        be old enough to make a contract, and keep your password to yourself. What is done under your account
        counts as done by you; if somebody else got in, sign them out under{' '}
        <Link to="/account">Sign-in and security</Link> and tell us.
      </p>
    ),
  },
  {
    id: 'ads',
    title: 'Your ads',
    body: (
      <>
        <p>You may offer a car that is yours to sell, as it is. Mileage, damage and price have to be true.</p>
        <ul>
          <li>Post in the right category.</li>
          <li>Do not post the same car again within 48 hours.</li>
          <li>No pictures with watermarks, and only pictures you may use.</li>
          <li>One car an ad, unless it is a package deal.</li>
          <li>No e-mail or phone number in the title or the description.</li>
          <li>Mark the car as sold when it is sold.</li>
        </ul>
        <p>
          Words and pictures stay yours. You let us show them here, and on the phones of those who keep an ad
          for later, for as long as the ad stands. We may take down ads that break these rules.
        </p>
      </>
    ),
  },
  {
    id: 'messages',
    title: 'Messages',
    body: (
      <>
        <p>
          Enquiries and messages are for talking about a car. No advertising, no insults, no asking for
          payment before a viewing.
        </p>
        <p>
          What you write without signal is saved on your phone and sent when there is one. Until the app says
          it is sent, the other side has not got it. Undelivered messages are kept up to 30 days.
        </p>
      </>
    ),
  },
  {
    id: 'plans',
    title: 'Plans and payment',
    body: (
      <>
        <p>
          The Basic plan costs nothing and has room for two cars. More room, chat and enquiries come with the
          plans under <Link to="/subscriptions">Subscriptions</Link>; each is priced per month in rand, and
          you pay the price times the months you choose. A plan starts when it is paid, ends by itself, and is
          not renewed without you.
        </p>
        <p>
          The same plan bought again starts when the present one ends. A dearer one starts at once, and what
          is left of the other becomes days of it. A smaller one starts after it. A price that changes later
          changes no order.
        </p>
        <p>
          You pay by card at our payment provider, or by EFT or cash deposit and send us the proof of payment,
          dealers together with their dealership id; then the plan starts when we have checked it. A plan that
          was paid for ends with the account when you delete it.
        </p>
        <p>Car tracking is paid in rand, at the prices under Services.</p>
      </>
    ),
  },
  {
    id: 'buying-safely',
    title: 'Buying safely',
    body: (
      <ul>
        <li>Meet in public and by day, and bring somebody along.</li>
        <li>See and drive the car before you pay anything, also “to reserve it”.</li>
        <li>Compare the papers with the car and the seller with the papers.</li>
        <li>
          Ticks beside a seller say what was checked: e-mail, mobile number, business details. They do not
          vouch for a car.
        </li>
        <li>
          Tell us about an ad that does not feel right; our e-mail and phone stand at the foot of each page.
        </li>
      </ul>
    ),
  },
]

/** /terms (R-STAT-14). */
export function TermsScreen() {
  const home = useHomeLaw()
  return (
    <LongText
      title="Terms"
      description={aboutPage('/terms', useSiteSettings())}
      since="22 November 2026"
      sections={[...trading, ...lawOf(home)]}
    >
      Be truthful about cars, be decent to people, and check before you pay. The rest is detail, and here it
      is.
    </LongText>
  )
}
