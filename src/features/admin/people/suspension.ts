import { adminPeopleRoutes, reasonLength } from '#contract/admin/people.ts'

/** Returns the action that suspends a person and sends the reason to the person. */
export const suspension = ({ _id: user_id, fullname }: { _id: string; fullname: string }) => ({
  title: `Suspend ${fullname}?`,
  text: 'They are signed out everywhere and cannot sign in. Their ads and page are hidden, and reports about them are closed. Nothing is deleted.',
  yes: 'Suspend',
  danger: true,
  route: adminPeopleRoutes.suspendPerson,
  body: (reason: string) => ({ user_id, reason }),
  words: {
    hint: `Sent to them by e-mail, and said when they sign in. At most ${reasonLength} characters.`,
  },
})
