import { contactRoutes } from '#contract/forms/contact.ts'
import { AppError } from '#contract/errors.ts'
import type { Mount } from '../kernel/call.ts'
import type { Deps } from '../kernel/deps.ts'
import { checkDigits } from '../users/numbers.ts'
import type { Sql } from '../kernel/db/sql.ts'
import { queueLetter } from '../kernel/mail/outbox.ts'
import { operatorAddress } from '../reference/reference-store.ts'
import { contactLetter, insuranceLetter } from './enquiries-rules.ts'
import { addContact, addInsurance, type Received, receivedBy } from './forms-store.ts'

const success = true as const
const dated = <R extends Received>(row: R) => ({ ...row, created_at: row.created_at.toISOString() })
/** The reference is being used by a copy of this very write, whose transaction has just ended. */
const comeBack = () => new AppError('key_in_progress', { retryAfter: 1 })

export function mountForms(mount: Mount, deps: Deps): void {
  const { market } = deps.config
  /** A reference, once used, is answered as it was then; the letter and the row are one transaction. */
  const received = async (
    sql: Sql,
    o: {
      table: Parameters<typeof receivedBy>[1]
      ref: string | undefined
      add: (sent: { id: string; client_ref: string | undefined; created_at: Date }) => Promise<boolean>
      letter: () => { subject: string; body_text: string; body_html: string }
    },
  ): Promise<Received> => {
    const first = await receivedBy(sql, o.table, o.ref)
    if (first) return first
    const sent = { id: deps.newId(), client_ref: o.ref, created_at: deps.now() }
    if (!(await o.add(sent))) {
      const other = await receivedBy(sql, o.table, o.ref)
      if (!other) throw comeBack()
      return other
    }
    const recipient = await operatorAddress(sql)
    const mail = { id: deps.newId(), dedup_key: sent.id, recipient, created_at: sent.created_at }
    await queueLetter(sql, { ...o.letter(), ...mail })
    return { _id: sent.id, created_at: sent.created_at }
  }

  mount(contactRoutes.saveContactUsEmail, async ({ body: { client_ref, ...form }, sql }) => {
    const data = await received(sql, {
      table: 'contact_messages',
      ref: client_ref,
      add: (sent) => {
        checkDigits('mobile_number', form.mobile_number, market)
        return addContact(sql, { ...form, ...sent })
      },
      letter: () => contactLetter(form),
    })
    return { success, msg: 'Thank you for your message. We will answer soon.', data: dated(data) }
  })

  mount(contactRoutes.insuranceInquiry, async ({ body: { client_ref, ...form }, sql }) => {
    const data = await received(sql, {
      table: 'insurance_inquiries',
      ref: client_ref,
      add: (sent) => addInsurance(sql, { ...form, ...sent }),
      letter: () => insuranceLetter(form.phone),
    })
    return { success, msg: 'Thank you for contacting us!, We will reach you soon', data: dated(data) }
  })
}
