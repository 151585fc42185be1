import type { adminRoutes } from '#contract/admin/admin-routes.ts'
import { password } from './accounts.ts'
import { adminOnly, type Row } from './callers.ts'

/** The operator's own people, to give their second factor; a code that is none is a wrong one. */
const ofFactor = (answer: string) => ({ ...adminOnly, locked: answer, admin: answer })

/** Who may call what of the admin area, and what each call is sent. */
export const adminCalls: Record<keyof typeof adminRoutes, Row> = {
  getSecondFactor: { may: ofFactor('ok') },
  beginSecondFactor: { may: ofFactor('ok'), body: { password } },
  confirmSecondFactor: { may: ofFactor('validation_failed'), body: { code: '000000' } },
  enterSecondFactor: { may: ofFactor('second_factor_required'), body: { code: '000000' } },
  listPeople: { may: adminOnly, body: {} },
  getPerson: { may: adminOnly, params: { id: 'owner' } },
  suspendPerson: { may: adminOnly, params: { id: 'owner' }, body: { reason: 'Fraud' } },
  liftSuspension: { may: adminOnly, params: { id: 'suspended' } },
  signOutPerson: { may: adminOnly, params: { id: 'owner' } },
}
