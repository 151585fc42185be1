import { type AuditRow, auditRow, type AuditThing } from '#contract/admin/audit-log.ts'
import { AppError } from '#contract/errors.ts'
import type { User } from '#contract/users/users.ts'
import {
  folded,
  hasWords,
  insertRow,
  instantColumn,
  type RowPage,
  type PageQuery,
  pageOf,
  searchWordsOf,
} from '../kernel/db/lists.ts'
import type { Sql } from '../kernel/db/sql.ts'
import type { Deps } from '../kernel/deps.ts'
import { z } from 'zod/mini'

/** The operator who did something: an admin, or a person with a shell. */
export interface Operator {
  /** Undefined: from a shell. */
  id: string | undefined
  name: string
}
export const fromShell: Operator = { id: undefined, name: 'shell' }
/** The caller of a call of the admin area. */
export const operatorOf = ({ id, email }: Pick<User, 'id' | 'email'>): Operator => ({ id, name: email })

/** What an operator does: it changes something and writes the log, in one transaction. */
export type AdminAction<Input, Result = void> = (
  sql: Sql,
  deps: Deps,
  by: Operator,
  input: Input,
) => Promise<Result>

/** Another operator was first; a person who looks at it reads what it says by now. */
export const meanwhile = (msg?: string): AppError => new AppError('decided_meanwhile', { msg })

interface AuditEntry {
  /** A verb in the infinitive with its thing: `approve-proof`, `hide-ad`. */
  action: string
  /** What kind of thing it was done to, and to which. */
  thing: AuditThing
  id: string
  /** Only what changed; never a secret. */
  before?: object
  after?: object
  /** The reason given. */
  note?: string
}

/** Writes down who did what, in the transaction of the action: there is no action without its row. Nobody can change one. */
export async function audit(
  sql: Sql,
  deps: Pick<Deps, 'newId' | 'now'>,
  by: Operator,
  entry: AuditEntry,
): Promise<void> {
  const { id: thing_id, note = '', ...rest } = entry
  const who = { operator_id: by.id, operator_name: by.name }
  await insertRow(sql, 'audit_log', { id: deps.newId(), at: deps.now(), ...who, thing_id, note, ...rest })
}

const row = z.extend(auditRow, { at: instantColumn })

const from = `from audit_log l
  left join users u on l.thing = 'person' and u.id = l.thing_id
  left join plans p on l.thing = 'plan' and p.id = l.thing_id
  left join orders o on l.thing = 'order' and o.id = l.thing_id
  left join proposed_names n on l.thing = 'name' and n.id = l.thing_id
  left join cars c on l.thing = 'ad' and c.id = l.thing_id`
const name = `coalesce(u.email, p.name, o.reference, c.title, n.make || ' ' || n.model, '')`
const texts = `concat_ws(' ', l.operator_name, l.action, l.thing_id, ${name})`
const where = `($2 = 'all' or l.thing = $2) and ${hasWords('$1', texts, folded)}`

/** What was done, newest first. */
export const auditPage = (
  sql: Sql,
  q: PageQuery & { thing?: AuditThing | 'all' },
): Promise<RowPage<AuditRow>> =>
  pageOf(sql, row, q, {
    columns: `l.id as _id, l.at, l.operator_name as operator, l.action, l.thing, l.thing_id, ${name} as name,
      l.before, l.after, l.note`,
    from: `${from} where ${where}`,
    order: 'l.at desc, l.id desc',
    values: [searchWordsOf(q.search), q.thing ?? 'all'],
  })
