import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { codeOf } from '../db/failures.ts'

/** An e-mail of the local mailbox, as a person reads it. */
export interface StoredEmail {
  /** Name of its file. */
  name: string
  from: string
  to: string
  subject: string
  date: string
  text: string
  html: string
  /** Whom an answer goes to; empty where that is the sender. */
  replyTo: string
  /** The entry for calendars that came with it, or nothing. */
  calendar: string
}

/** Encoded words as text; the space between two of them is none. */
const decoded = (value: string): string =>
  value
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?utf-8\?B\?([^?]*)\?=/gi, (_, b64: string) => Buffer.from(b64, 'base64').toString())

/** Reads what `messageOf` wrote; it is no reader of other people's mail. */
export function readMessage(name: string, message: string): StoredEmail {
  const [head = ''] = message.split('\r\n\r\n', 1)
  const header = (wanted: string) =>
    decoded(new RegExp(`^${wanted}:(.*(?:\\r\\n[ \\t].*)*)$`, 'm').exec(head)?.[1]?.trim() ?? '')
  // Texts in two forms are one part of an e-mail that has a file with it; every body is base64 and holds no boundary.
  const boundaries = [...message.matchAll(/boundary="([^"]+)"/g)].map(([, name = '']) => name)
  const parts = boundaries.reduce((all, name) => all.flatMap((p) => p.split(`--${name}`)), [message])
  const part = (type: string): string => {
    const found = parts.find((p) => p.startsWith(`\r\nContent-Type: ${type};`))
    const [, ...body] = (found ?? '').split('\r\n\r\n')
    return Buffer.from(body.join(''), 'base64').toString()
  }
  return {
    name,
    from: header('From'),
    to: header('To'),
    subject: header('Subject'),
    date: header('Date'),
    text: part('text/plain'),
    html: part('text/html'),
    replyTo: header('Reply-To'),
    calendar: part('text/calendar'),
  }
}

/** Only names we give: nothing else in the data directory can be asked for. */
const isEmail = (name: string): boolean => /^[\w-]+\.eml$/.test(name)

async function emailNames(dir: string): Promise<string[]> {
  try {
    return (await readdir(dir)).filter(isEmail).sort().reverse()
  } catch (error) {
    // Nobody has written yet.
    if (codeOf(error) === 'ENOENT') return []
    throw error
  }
}

export async function readEmail(dir: string, name: string): Promise<StoredEmail | undefined> {
  if (!isEmail(name)) return undefined
  try {
    return readMessage(name, await readFile(join(dir, name), 'utf8'))
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined
    throw error
  }
}

/** The newest e-mails first; `to`: of one recipient only. */
export async function readMailbox(
  dir: string,
  o: { to?: string | undefined; most: number },
): Promise<StoredEmail[]> {
  const mails: StoredEmail[] = []
  for (const name of await emailNames(dir)) {
    if (mails.length === o.most) break
    const mail = await readEmail(dir, name)
    if (mail && (o.to === undefined || mail.to.toLowerCase() === o.to.toLowerCase())) mails.push(mail)
  }
  return mails
}
