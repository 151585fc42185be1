// Sends the e-mails that transactions stored in the outbox. Each e-mail is claimed right before it is sent, so that several
// processes never send the same one. The claim of a process that died expires.
import type { FastifyBaseLogger } from 'fastify'
import { z } from 'zod/mini'
import { columnsOf, isPast, changeRow } from '../db/lists.ts'
import { raw } from '../db/sql.ts'
import type { Deps } from '../deps.ts'
import { later, nextTry, repeat, type Repeated } from '../semaphore.ts'
import { emailRow, type MailTransport } from './email.ts'

const minute = 60_000
/** Maximum tries; after them an e-mail stays in the table for an operator to see. */
const mostTries = 12

const claimed = z.extend(emailRow, { tries: z.int(), forget: z.boolean() })
type Claimed = z.output<typeof claimed>

interface Mailer extends Pick<Repeated, 'stop'> {
  /**
   * Sends all e-mails that are due and returns their number. An e-mail that is interrupted by the end of the process is sent
   * again.
   */
  drain: () => Promise<number>
}

type MailerDeps = Pick<Deps, 'db' | 'now'>

function claim({ db, now }: MailerDeps): Promise<Claimed | undefined> {
  return db.first(claimed)`update mail_outbox set next_at = ${later(now(), 5 * minute)},
    tries = tries + 1 where id in (
      select id from mail_outbox where sent_at is null and next_at <= ${now()} and tries < ${mostTries}
      order by next_at limit 1 for update skip locked
    ) returning ${raw(columnsOf(claimed))}`
}

/** Days that a sent e-mail is stored. */
const emailLife = 90
/** Days that an e-mail is stored that could not be sent (R-STAT-17, R-CONST-21). */
const undeliveredLife = 30

/** Deletes e-mails whose storage time is over, sent or not. */
export const oldEmails = `delete from mail_outbox where ${isPast('sent_at', emailLife)}
  or (sent_at is null and ${isPast('created_at', undeliveredLife)})`

export function startMailer(
  deps: MailerDeps,
  transport: MailTransport,
  log: Pick<FastifyBaseLogger, 'warn'>,
  every = 2000,
  /** Writes the e-mails that were only requested, before each round. */
  write: () => Promise<unknown> = () => Promise.resolve(),
): Mailer {
  const { db, now } = deps
  const carry = async (mail: Claimed): Promise<number> => {
    try {
      await transport.send(mail)
    } catch (error) {
      log.warn({ err: error, mail: mail.id, tries: mail.tries }, 'an e-mail could not be sent yet')
      await changeRow(db, 'mail_outbox', { id: mail.id }, { next_at: nextTry(now(), mail.tries) })
      return 0
    }
    if (mail.forget) await db.exec`delete from mail_outbox where id = ${mail.id}`
    else await changeRow(db, 'mail_outbox', { id: mail.id }, { sent_at: now() })
    return 1
  }
  const drain = async (stopping?: AbortSignal): Promise<number> => {
    let sent = 0
    await write().catch((error: unknown) => log.warn({ err: error }, 'e-mails could not be written'))
    while (!stopping?.aborted) {
      const mail = await claim(deps)
      if (!mail) break
      sent += await carry(mail)
    }
    return sent
  }

  const warned = { error: (error: unknown, words: string) => log.warn({ err: error }, words) }
  const { stop } = repeat(drain, every, warned, 'the mailer could not work')
  return { drain, stop }
}
