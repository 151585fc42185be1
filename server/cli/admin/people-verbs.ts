import { reasonLength } from '#contract/admin/people.ts'
import type { AdminAction } from '../../admin/audit.ts'
import { lift, makeAdmin, removeAdmin, resetSecondFactor, signOut, suspend } from '../../admin/people.ts'
import { peoplePage } from '../../admin/people-store.ts'
import type { Deps } from '../../kernel/deps.ts'
import { accountOf } from '../../users/users-store.ts'
import { act, Misused, operate, type Verb, wordsOf } from './verb.ts'
import { confirmedAddresses } from '../../enquiries/newsletter/newsletter-store.ts'
import { heldDealer, unverifyDealer, verifyDealer } from '../../admin/dealers.ts'

/** For an operator who sends newsletters without a service. */
export const newsletterVerbs: readonly Verb[] = [
  {
    name: 'newsletter',
    takes: '',
    does: 'the addresses that confirmed the newsletter, one a line',
    run: ({ db }) => confirmedAddresses(db),
  },
]

/** Lines at a time. */
const most = 100

async function idOf({ db, now }: Deps, email: string): Promise<string> {
  const account = await accountOf(db, email, now())
  if (!account) throw new Misused(`Nobody has the address "${email}".`)
  return account.id
}

/** Does it to the person who has the address. */
async function to(
  deps: Deps,
  email: string,
  action: AdminAction<{ user_id: string }, unknown>,
): Promise<unknown> {
  const user_id = await idOf(deps, email)
  return act(deps, (o) => action(o, { user_id }))
}

/** The operator, and what may be done to a person. */
export const peopleVerbs: readonly Verb[] = [
  {
    name: 'make-admin',
    takes: '<e-mail>',
    does: 'lets somebody with an account run the place; they set up a second factor at /admin at once',
    async run(deps, [email = '']) {
      await to(deps, email, makeAdmin)
      return [`${email} is an admin now, and sets up a second factor at ${deps.config.publicUrl}/admin.`]
    },
  },
  {
    name: 'remove-admin',
    takes: '<e-mail>',
    does: 'takes the role away, with its second factor and every session',
    async run(deps, [email = '']) {
      await to(deps, email, removeAdmin)
      return [`${email} is no admin any more.`]
    },
  },
  {
    name: 'reset-second-factor',
    takes: '<e-mail>',
    does: 'for a lost phone without recovery codes: signs out everywhere, the next visit sets up a new one',
    async run(deps, [email = '']) {
      const done = await to(deps, email, resetSecondFactor)
      return [done === true ? `The second factor of ${email} is gone.` : `${email} had no second factor.`]
    },
  },
  {
    name: 'people',
    takes: '[part of an e-mail address, a name or a number]',
    does: `people, the newest first, at most ${most}`,
    async run({ db }, words) {
      const question = { search: words.join(' '), suspended: false, admins: false, page: 1, limit: most }
      const { data, totalCount } = await peoplePage(db, question)
      const lines = data.map(
        (p) =>
          `${p.email}  ${p.fullname}  ${p.number}  ${p.role}${p.suspended_at ? `  suspended ${p.suspended_at}` : ''}`,
      )
      return [...lines, `${totalCount} in all.`]
    },
  },
  {
    name: 'suspend',
    takes: '<e-mail> "<reason>"',
    does: 'signs somebody out, hides their ads and keeps them from signing in; the reason is sent to them',
    async run(deps, [email = '', ...words]) {
      const missing = `A reason of 1 to ${reasonLength} characters must follow.`
      const reason = wordsOf(words, reasonLength, missing)
      await to(deps, email, (o, who) => suspend(o, { ...who, reason }))
      return [`${email} is suspended, and told by e-mail.`]
    },
  },
  {
    name: 'lift',
    takes: '<e-mail>',
    does: 'ends a suspension; the ads are back',
    async run(deps, [email = '']) {
      await to(deps, email, lift)
      return [`${email} may sign in again.`]
    },
  },
  {
    name: 'sign-out',
    takes: '<e-mail>',
    does: 'signs somebody out on every device',
    async run(deps, [email = '']) {
      await to(deps, email, signOut)
      return [`${email} is signed out everywhere.`]
    },
  },
]

/** Verified dealers, for an operator with a shell (R-ROLE-15). */
export const dealerVerbs: readonly Verb[] = [
  {
    name: 'verify-dealer',
    takes: '<e-mail>',
    does: 'approves the proof of a dealership, for the name it trades under now; the dealer gets an e-mail',
    async run(deps, [email = '']) {
      const user_id = await idOf(deps, email)
      return operate(deps, async (o) => {
        const name = (await heldDealer(o.sql, user_id))?.name ?? ''
        await verifyDealer(o, { user_id, name })
        return [`Verified ${name}.`]
      })
    },
  },
  {
    name: 'unverify-dealer',
    takes: '<e-mail> "<reason>"',
    does: 'takes the approval away; the dealer gets an e-mail with the reason',
    async run(deps, [email = '', ...words]) {
      const missing = `A reason of 1 to ${reasonLength} characters must follow; the dealer reads it.`
      const reason = wordsOf(words, reasonLength, missing)
      const user_id = await idOf(deps, email)
      await operate(deps, (o) => unverifyDealer(o, { user_id, reason }))
      return [`${email} is no verified dealer any more.`]
    },
  },
]
