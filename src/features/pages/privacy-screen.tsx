import { aboutPage } from '#contract/heads/page-abouts.ts'
import { useSiteSettings } from '#local/react'
import { useHomeLaw, type HomeLaw } from './home-law.ts'
import { LongText, type TextSection, Link } from './long-text.tsx'

/** What is collected and who sees it (R-STAT-16, R-STAT-19). */
const collected: readonly TextSection[] = [
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
        you the e-mails you asked for (a new password, a new address), to tell you of messages you have not
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

/** Where it is, for how long, and how it goes away (R-STAT-17, R-STAT-18, R-STAT-21). */
const retentionOf = (home: HomeLaw): readonly TextSection[] => [
  {
    id: 'on-your-phone',
    title: 'What stays on your phone',
    body: (
      <>
        <p>
          Motorkin works without signal because much of it lies on your own device: the newest cars, those you
          saved or looked at with some of their pictures, your last searches, the ads you are writing, and
          everything that waits to be sent. Others who use the same device and browser could see it.
        </p>
        <p>
          <Link to="/storage">Storage on this phone</Link> shows what that is, how much room it takes, and
          clears what you choose. Logging out takes your own data off the phone; if something is not sent yet,
          you are asked first.
        </p>
        <p>
          We use one cookie, to keep you signed in: 60 days from your last visit with “Remember me”, else
          until you close the browser, and a day at most. It does nothing else.
        </p>
      </>
    ),
  },
  {
    id: 'how-long',
    title: 'How long we keep it',
    body: (
      <>
        <ul>
          <li>Your account, your ads and your favourites: until you delete them.</li>
          <li>Enquiries: until the ad they are about, or your account, is deleted.</li>
          <li>
            Bookings and messages to us: for as long as they are dealt with, or until you delete your account.
          </li>
          <li>
            Chats and their pictures: until one of the two deletes their account. Reports about people: a year
            after we have looked at them.
          </li>
          <li>
            <b>Undelivered messages are kept up to 30 days.</b>
          </li>
          <li>
            What waits on your phone is not sent yet and not with us; it stays there until it is sent or you
            take it back.
          </li>
          <li>
            Our own e-mails, and notes that keep a message from being sent twice: 90 days after they went out.
          </li>
          <li>
            Links in e-mails: 2 hours to 7 days until they end, and 7 days after that; links to a test drive:
            30 days after it.
          </li>
          <li>
            Your address for the newsletter: until you unsubscribe or delete your account, or 30 days if you
            do not confirm it. After that we keep a code from which it cannot be read.
          </li>
          <li>Devices that you signed in on: a year after the last sign-in there.</li>
        </ul>
        <p>Backups and papers that the law asks for, such as invoices, may last longer.</p>
      </>
    ),
  },
  {
    id: 'delete-your-account',
    title: 'Deleting your account',
    body: (
      <>
        <p>
          <b>Account deletion is done in the app,</b> by yourself and at once: open your{' '}
          <Link to="/profile">profile</Link> and choose “Delete my account” (or go{' '}
          <Link to="/account#delete">straight there</Link>). You need your password and a signal.
        </p>
        <p>
          Your ads and their pictures, favourites, enquiries you received, plans and everything else we know
          of you go with it. Nobody can bring it back. What others received from you, for example in their
          e-mail, is theirs.
        </p>
      </>
    ),
  },
  {
    id: 'safety',
    title: 'How it is guarded',
    body: (
      <p>
        Connections are encrypted, passwords are stored as slow hashes, and guessing them is slowed down. You
        see every device that is signed in to your account under{' '}
        <Link to="/account">Sign-in and security</Link>, and can sign out any of them. If we ever lost data of
        yours, we would tell you and the regulator.
      </p>
    ),
  },
  {
    id: 'your-rights',
    title: 'Your rights',
    body: (
      <p>
        {home.privacyActAtHome} lets you ask what we hold about you, have it corrected or deleted, and object
        to how it is used; if you live in {home.elsewhere.country}, the {home.elsewhere.privacyAct} gives you
        much the same. Most of it you can do in your <Link to="/profile">profile</Link>. For the rest write to
        us, at the e-mail address that stands at the foot of each page. If our answer does not satisfy you,
        you may turn to the {home.regulator}, or to the {home.elsewhere.regulator}.
      </p>
    ),
  },
  {
    id: 'changes',
    title: 'Changes to this page',
    body: (
      <p>
        When this page changes, its date changes. When it changes what we do with data that you already gave
        us, we tell you by e-mail first.
      </p>
    ),
  },
]

/** /privacy (R-STAT-14, R-STAT-16). */
export function PrivacyScreen() {
  return (
    <LongText
      title="Privacy"
      description={aboutPage('/privacy', useSiteSettings())}
      since="22 November 2026"
      sections={[...collected, ...retentionOf(useHomeLaw())]}
    >
      In short: we keep what is needed to show your ads and carry your messages, most of it lies on your own
      phone, nobody follows you around here, and you can take it all away.
    </LongText>
  )
}
