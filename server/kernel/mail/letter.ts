/** A letter as it waits in the outbox. */
export interface Letter {
  id: string
  /** Two letters with one of these are the same letter. */
  dedup_key: string
  recipient: string
  subject: string
  body_text: string
  body_html: string
  created_at: Date
}

/** Carries a letter away; throws when it could not, then it is tried again. */
export interface MailTransport {
  send: (letter: Letter) => Promise<void>
}

/** A header value on one line, whatever was typed, in a form that every mail program reads. */
function headerText(value: string): string {
  const line = value.replace(/[\r\n]+/g, ' ').trim()
  return /^[\x20-\x7e]*$/.test(line) ? line : `=?utf-8?B?${Buffer.from(line).toString('base64')}?=`
}

const base64Lines = (text: string): string =>
  Buffer.from(text)
    .toString('base64')
    .replace(/.{1,76}/g, '$&\r\n')

/** The letter as a message that any mail program opens (RFC 5322, MIME). */
export function messageOf(letter: Letter, from: string): string {
  const boundary = `part-${letter.id}`
  const part = (type: string, text: string): string =>
    `--${boundary}\r\nContent-Type: ${type}; charset=utf-8\r\nContent-Transfer-Encoding: base64\r\n\r\n${base64Lines(text)}\r\n`
  return [
    `From: ${headerText(from)}`,
    `To: ${headerText(letter.recipient)}`,
    `Subject: ${headerText(letter.subject)}`,
    `Date: ${letter.created_at.toUTCString().replace('GMT', '+0000')}`,
    `Message-ID: <${headerText(letter.dedup_key)}@motorkin>`,
    'MIME-Version: 1.0',
    `Content-Type: multipart/alternative; boundary="${boundary}"`,
    '',
    `${part('text/plain', letter.body_text)}${part('text/html', letter.body_html)}--${boundary}--`,
    '',
  ].join('\r\n')
}
