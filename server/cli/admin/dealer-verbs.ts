import { cleanLine } from '#contract/parts.ts'
import { fromShell } from '../../admin/audit.ts'
import { heldDealer } from '../../admin/dealers/admin-dealers-store.ts'
import { unverifyDealer, verifyDealer } from '../../admin/dealers/dealer-actions.ts'
import type { Sql } from '../../kernel/db/sql.ts'
import { accountOf } from '../../users/users-store.ts'
import { Misused, type Verb } from './verb.ts'

async function idOf(sql: Sql, email: string, now: Date): Promise<string> {
  const account = await accountOf(sql, email, now)
  if (!account) throw new Misused(`Nobody has the address "${email}".`)
  return account.id
}

/** Verified dealers, for an operator with a shell (R-ROLE-15). */
export const dealerVerbs: readonly Verb[] = [
  {
    name: 'verify-dealer',
    takes: '<e-mail>',
    does: 'approves the proof of a dealership, for the name it trades under now; the dealer gets a letter',
    run: (deps, [email = '']) =>
      deps.db.tx(async (sql) => {
        const id = await idOf(sql, email, deps.now())
        const name = (await heldDealer(sql, id))?.name ?? ''
        await verifyDealer(sql, deps, fromShell, { id, name })
        return [`Verified ${name}.`]
      }),
  },
  {
    name: 'unverify-dealer',
    takes: '<e-mail> "<reason>"',
    does: 'takes the approval away; the dealer gets a letter with the reason',
    run: (deps, [email = '', ...words]) =>
      deps.db.tx(async (sql) => {
        const reason = cleanLine(words.join(' ')).trim()
        if (reason === '') throw new Misused('The reason must follow; the dealer reads it.')
        const id = await idOf(sql, email, deps.now())
        await unverifyDealer(sql, deps, fromShell, { id, reason })
        return [`${email} is no verified dealer any more.`]
      }),
  },
]
