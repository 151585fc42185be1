import { reasonLength } from '#contract/admin/people.ts'
import { lift, makeAdmin, removeAdmin, resetSecondFactor, signOut, suspend } from '../../admin/people.ts'
import { peoplePage } from '../../admin/people-store.ts'
import type { Operation } from '../../admin/audit.ts'
import { accountOf } from '../../users/users-store.ts'
import { listed, Misused, type Verb, verbOn, wordsOf } from './verb.ts'
import { confirmedAddresses } from '../../enquiries/newsletter/newsletter-store.ts'
import { heldDealer, unverifyDealer, verifyDealer } from '../../admin/dealers.ts'

/** Verb for an operator who sends newsletters without a service. */
export const newsletterVerbs: readonly Verb[] = [
  {
    usage: 'newsletter',
    does: 'the addresses that confirmed the newsletter, one a line',
    run: ({ db }) => confirmedAddresses(db),
  },
]

/** Maximum entries of a list. */
const most = 100

async function personBy({ sql, deps }: Operation, email: string) {
  const account = await accountOf(sql, email, deps.now())
  if (!account) throw new Misused(`Nobody has the address "${email}".`)
  return { user_id: account.id, email }
}
const onPerson = verbOn(personBy)
const reasonIn = (words: readonly string[]) => ({
  reason: wordsOf(
    words,
    reasonLength,
    `A reason of 1 to ${reasonLength} characters must follow; they read it.`,
  ),
})

/** Verbs for operators, and for people. */
export const peopleVerbs: readonly Verb[] = [
  onPerson(
    'make-admin <e-mail>',
    'lets somebody with an account run the place; they set up a second factor at /admin at once',
    async (o, who) => {
      await makeAdmin(o, who)
      return o.deps.config.publicUrl
    },
    ({ email }, url) => `${email} is an admin now, and sets up a second factor at ${url}/admin.`,
  ),
  onPerson(
    'remove-admin <e-mail>',
    'takes the role away, with its second factor and every session',
    removeAdmin,
    ({ email }) => `${email} is no admin any more.`,
  ),
  onPerson(
    'reset-second-factor <e-mail>',
    'for a lost phone without recovery codes: signs out everywhere, the next visit sets up a new one',
    resetSecondFactor,
    ({ email }, done) => (done ? `The second factor of ${email} is gone.` : `${email} had no second factor.`),
  ),
  {
    usage: 'people [part of an e-mail address, a name or a number]',
    does: `people, the newest first, at most ${most}`,
    async run({ db }, words) {
      const question = { search: words.join(' '), suspended: false, admins: false, page: 1, limit: most }
      return listed(
        await peoplePage(db, question),
        (p) =>
          `${p.email}  ${p.fullname}  ${p.number}  ${p.role}${p.suspended_at ? `  suspended ${p.suspended_at}` : ''}`,
      )
    },
  },
  onPerson(
    'suspend <e-mail> "<reason>"',
    'signs somebody out, hides their ads and keeps them from signing in; the reason is sent to them',
    suspend,
    ({ email }) => `${email} is suspended, and told by e-mail.`,
    reasonIn,
  ),
  onPerson(
    'lift <e-mail>',
    'ends a suspension; the ads are back',
    lift,
    ({ email }) => `${email} may sign in again.`,
  ),
  onPerson(
    'sign-out <e-mail>',
    'signs somebody out on every device',
    signOut,
    ({ email }) => `${email} is signed out everywhere.`,
  ),
]

const onDealer = verbOn(async (o, email) => {
  const { user_id } = await personBy(o, email)
  return { user_id, email, name: (await heldDealer(o.sql, user_id))?.name ?? '' }
})

/** Verbs for verified dealers, for an operator with a shell (R-ROLE-15). */
export const dealerVerbs: readonly Verb[] = [
  onDealer(
    'verify-dealer <e-mail>',
    'approves the proof of a dealership, for the name it trades under now; the dealer gets an e-mail',
    verifyDealer,
    ({ name }) => `Verified ${name}.`,
  ),
  onDealer(
    'unverify-dealer <e-mail> "<reason>"',
    'takes the approval away; the dealer gets an e-mail with the reason',
    unverifyDealer,
    ({ email }) => `${email} is no verified dealer any more.`,
    reasonIn,
  ),
]
