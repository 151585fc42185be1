import { contactRoutes } from '#contract/forms/contact.ts'
import { type Mount, ok } from '../kernel/call.ts'
import type { Deps } from '../kernel/deps.ts'
import { type EmailWords, writeEmail } from '../kernel/mail/outbox.ts'
import type { TakenRow } from '../kernel/db/lists.ts'
import type { Sql } from '../kernel/db/sql.ts'
import { operatorAddress, siteIn } from '../reference/reference-store.ts'
import { checkDigits, withCode } from '../users/places.ts'
import { admit, mayWriteTo, type FormSender } from './admission.ts'
import { contactEmail, insuranceEmail, madeOnce, receivedEmail } from './enquiries-rules.ts'
import { addForm, type FormTable, holdForm, receivedBy, type TypedForm } from './forms-store.ts'

interface Form {
  table: FormTable
  ref: string | undefined
  sender: FormSender
  typed: TypedForm
  /** Throws for input that a phone cannot check; skipped for a form that was already received. */
  check?: () => void
  /** E-mail to the operator. */
  mail: EmailWords
  /** Person who gets a confirmation, and to whom the operator's answer goes. */
  person?: { email: string; mail: (site: string) => EmailWords }
}

export function mountForms(mount: Mount, deps: Deps): void {
  const { config, now, newId } = deps
  /** Stores the row and its e-mails in one transaction; returns `undefined` when the reference was used meanwhile. */
  const take = async (sql: Sql, form: Form): Promise<TakenRow | undefined> => {
    const { table, ref: client_ref, typed, person } = form
    form.check?.()
    const [id, created_at] = [newId(), now()]
    // A duplicate waits here for the first copy, so it does not count for the rate limit.
    if (!(await addForm(sql, table, { ...typed, id, client_ref, created_at }))) return undefined
    const { held } = await admit(sql, deps, form.sender)
    if (held) await holdForm(sql, table, id)
    await writeEmail(sql, deps, form.mail, {
      created_at,
      held,
      dedup_key: id,
      recipient: await operatorAddress(sql),
      ...(person && { reply_to: person.email }),
    })
    if (person && (held || (await mayWriteTo(sql, deps, 'confirmations', person.email)))) {
      const { name } = await siteIn(sql, config)
      const to = { created_at, held, dedup_key: `${id}.person`, recipient: person.email }
      await writeEmail(sql, deps, person.mail(name), to)
    }
    return { _id: id, created_at: created_at.toISOString() }
  }
  const received = (sql: Sql, form: Form): Promise<TakenRow> =>
    madeOnce(
      () => receivedBy(sql, form.table, form.ref),
      () => take(sql, form),
    )

  mount(contactRoutes.saveContactUsEmail, async ({ body, actor, visitor, sql }) => {
    const { client_ref: ref, filled, ...typed } = body
    const form = { ...typed, mobile_number: withCode(config.market, 'contact', typed.mobile_number) }
    const data = await received(sql, {
      table: 'contact_messages',
      ref,
      sender: { actor, visitor, filled },
      check: () => checkDigits('mobile_number', typed.mobile_number, config.market),
      typed: form,
      mail: contactEmail(form),
      person: { email: form.email, mail: receivedEmail },
    })
    return { ...ok, msg: 'Thank you for your message. We will answer soon.', data }
  })

  mount(contactRoutes.insuranceInquiry, async ({ body, actor, visitor, sql }) => {
    const { client_ref: ref, filled, ...typed } = body
    const data = await received(sql, {
      table: 'insurance_inquiries',
      ref,
      sender: { actor, visitor, filled },
      typed,
      mail: insuranceEmail(typed.phone),
    })
    return { ...ok, msg: 'Thank you for contacting us!, We will reach you soon', data }
  })
}
