import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { codeOf } from '../db/failures.ts'

/** A letter of the local mailbox, as a person reads it. */
export interface KeptLetter {
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
export function readMessage(name: string, message: string): KeptLetter {
  const [head = ''] = message.split('\r\n\r\n', 1)
  const header = (wanted: string) =>
    decoded(new RegExp(`^${wanted}:(.*(?:\\r\\n[ \\t].*)*)$`, 'm').exec(head)?.[1]?.trim() ?? '')
  // Texts in two forms are one part of a letter that has a file with it; every body is base64 and holds no boundary.
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
const isLetter = (name: string): boolean => /^[\w-]+\.eml$/.test(name)

async function letterNames(dir: string): Promise<string[]> {
  try {
    return (await readdir(dir)).filter(isLetter).sort().reverse()
  } catch (error) {
    // Nobody has written yet.
    if (codeOf(error) === 'ENOENT') return []
    throw error
  }
}

export async function readLetter(dir: string, name: string): Promise<KeptLetter | undefined> {
  if (!isLetter(name)) return undefined
  try {
    return readMessage(name, await readFile(join(dir, name), 'utf8'))
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined
    throw error
  }
}

/** The newest letters first; `to`: of one recipient only. */
export async function readMailbox(
  dir: string,
  o: { to?: string | undefined; most: number },
): Promise<KeptLetter[]> {
  const letters: KeptLetter[] = []
  for (const name of await letterNames(dir)) {
    if (letters.length === o.most) break
    const letter = await readLetter(dir, name)
    if (letter && (o.to === undefined || letter.to.toLowerCase() === o.to.toLowerCase())) letters.push(letter)
  }
  return letters
}
