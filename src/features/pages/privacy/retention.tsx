import type { HomeLaw } from '../text/home-law.ts'
import { Link } from '../text/link.tsx'
import type { TextSection } from '../text/long-text.tsx'

/** Where it is, for how long, and how it goes away (R-STAT-17, R-STAT-18, R-STAT-21). */
export const retentionOf = ({ privacy }: HomeLaw): readonly TextSection[] => [
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
        {privacy.act} lets you ask what we hold about you, have it corrected or deleted, and object to how it
        is used; if you live in {privacy.elsewhere}, the {privacy.actElsewhere} gives you much the same. Most
        of it you can do in your <Link to="/profile">profile</Link>. For the rest write to us, at the e-mail
        address that stands at the foot of each page. If our answer does not satisfy you, you may turn to the{' '}
        {privacy.regulators[0]}, or to the {privacy.regulators[1]}.
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
