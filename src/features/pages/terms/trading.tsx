import { Link } from '../text/link.tsx'
import type { TextSection } from '../text/long-text.tsx'

/** What people here may expect of each other. */
export const trading: readonly TextSection[] = [
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
