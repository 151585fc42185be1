import { Link } from '../text/link.tsx'
import type { TextSection } from '../text/long-text.tsx'

/** What is collected and who sees it (R-STAT-16, R-STAT-19). */
export const collected: readonly TextSection[] = [
  {
    id: 'data-we-collect',
    title: 'The data we collect',
    body: (
      <>
        <p>You can browse, search, compare and save cars without telling us who you are. Otherwise:</p>
        <ul>
          <li>
            <b>Your account:</b> full name, e-mail, mobile number, province and city; a picture if you add
            one. Your password is stored only in a form from which it cannot be read back.
          </li>
          <li>
            <b>Your business,</b> if you sell as a dealer: its name, address, logo and opening hours.
          </li>
          <li>
            <b>Your ads:</b> everything you enter about a car, and its photos. Hidden details in a photo, such
            as where it was taken, are removed before it leaves your phone.
          </li>
          <li>
            <b>What you send:</b> enquiries, chat messages, test-drive bookings, insurance requests and
            messages to us, each with the name, e-mail and number that you enter.
          </li>
          <li>
            <b>Our newsletter,</b> if you ask for it: your e-mail address. Once you have confirmed it, the
            service that sends our newsletters may get it.
          </li>
          <li>
            <b>What you buy:</b> plan, months, amount and proof of payment. The number of your card is typed
            at the payment provider and never reaches us.
          </li>
          <li>
            <b>Where you are signed in:</b> the kind of device and browser, since when, and when it was last
            used.
          </li>
        </ul>
      </>
    ),
  },
  {
    id: 'data-we-do-not-collect',
    title: 'What we do not do',
    body: (
      <ul>
        <li>
          There are <b>no third-party banner ads</b> on Motorkin, so no advertiser learns what you look at.
        </li>
        <li>We sell your data to nobody, and use no trackers of other companies.</li>
        <li>
          “Near me” asks your phone for its place and looks up the nearest city right there. The place itself
          is not sent to us.
        </li>
        <li>How often an ad was opened is counted; who opened it is not written down.</li>
      </ul>
    ),
  },
  {
    id: 'what-it-is-for',
    title: 'What it is for',
    body: (
      <p>
        To show your ads, to carry messages between buyers and sellers, to run the plans you pay for, to send
        you the letters you asked for (a new password, a new address), to tell you of messages you have not
        read unless you turn that off, and to keep out people who guess passwords, post fakes or flood others
        with messages. For nothing else.
      </p>
    ),
  },
  {
    id: 'who-sees-it',
    title: 'Who sees it',
    body: (
      <>
        <ul>
          <li>
            <b>Everybody</b> sees your ads, and the name, picture, number and city of whoever posted them; of
            a dealer also the business, its address and its e-mail.
          </li>
          <li>
            <b>The seller</b> you write to sees your message, name, e-mail and number; so does the dealer who
            gets a test-drive booking.
          </li>
          <li>
            <b>Our team</b> reads the last messages of a chat only while one of the two has reported the
            other. Each reading is written down.
          </li>
          <li>
            <b>Services that work for us:</b> the one that delivers our e-mails, and, only when you ask for a
            text for your ad, the one that writes it; that one is given the fields of the ad.
          </li>
          <li>
            <b>Authorities,</b> where the law obliges us.
          </li>
        </ul>
        <p>
          Think about what you write to strangers. Our <Link to="/terms#buying-safely">terms</Link> have
          advice for meeting a seller.
        </p>
      </>
    ),
  },
]
