// Signatures of PayFast forms and notices: MD5 over fields encoded by PHP's `urlencode`. Bytes are not decoded to text, so that a
// name in any encoding is signed as it was sent.
import { createHash } from 'node:crypto'
import { isSameSecret } from '../../kernel/secrets.ts'

/** Fields of the form in the documented order, in which they are posted and signed. */
export const formOrder = [
  'merchant_id',
  'merchant_key',
  'return_url',
  'cancel_url',
  'notify_url',
  'name_first',
  'name_last',
  'email_address',
  'm_payment_id',
  'amount',
  'item_name',
  'item_description',
  'custom_str1',
  'custom_str2',
  'email_confirmation',
] as const
export type FormField = (typeof formOrder)[number]
export type FormFields = Partial<Record<FormField, string>>

/** Encodes like PHP's `urlencode`: letters, digits and `-._` stay, a space becomes `+`, the rest `%XX` in capitals. */
export const phpEncoded = (value: string | Buffer): string =>
  Buffer.from(value)
    .toString('latin1')
    .replace(/[^\w.-]/g, (byte) =>
      byte === ' ' ? '+' : `%${byte.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`,
    )

/** Trims like PHP's `trim`: a no-break space stays, as in PayFast's own sandbox. */
export const phpTrimmed = (value: string): string => value.replace(/^[ \t\n\r\0\v]+|[ \t\n\r\0\v]+$/g, '')

/** Returns the signature of a posted text, which is encoded already. */
export function signatureOf(posted: string, passphrase: string | undefined): string {
  const phrase = passphrase ? `passphrase=${phpEncoded(phpTrimmed(passphrase))}` : ''
  const text = [posted, phrase].filter((one) => one !== '').join('&')
  return createHash('md5').update(text).digest('hex')
}

/**
 * Returns the fields of a form as they are posted: trimmed, without empty ones, in the documented order (R-EXT-12 to R-EXT-14).
 */
export function postedFields(fields: FormFields): [FormField, string][] {
  return formOrder.flatMap((name): [FormField, string][] => {
    const value = phpTrimmed(fields[name] ?? '')
    return value === '' ? [] : [[name, value]]
  })
}

export function formSignature(fields: FormFields, passphrase?: string): string {
  const posted = postedFields(fields).map(([name, value]) => `${name}=${phpEncoded(value)}`)
  return signatureOf(posted.join('&'), passphrase)
}

/** Decodes a form-encoded text to bytes; an invalid percent sign stays, as in PHP. */
function formDecoded(text: string): Buffer {
  const byteOf = (_: string, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))
  return Buffer.from(text.replaceAll('+', ' ').replace(/%([\da-f]{2})/gi, byteOf), 'latin1')
}

/** A received notice: its fields in order, and the text that is signed. */
export interface PayfastNotice {
  /** The first value of each name, as UTF-8. */
  fields: ReadonlyMap<string, string>
  /** Everything before the signature, including empty values, without a passphrase: PayFast signs this text and confirms it. */
  signed: string
}

/** Parses the raw body of a notice; `raw` has one character per byte. */
export function readNotice(raw: string): PayfastNotice {
  const fields = new Map<string, string>()
  const signed: string[] = []
  let isOver = false
  for (const pair of raw.split('&')) {
    if (pair === '') continue
    const [name = '', ...rest] = pair.split('=')
    const [key, value] = [formDecoded(name), formDecoded(rest.join('='))]
    const field = key.toString()
    if (!fields.has(field)) fields.set(field, value.toString())
    isOver ||= field === 'signature'
    if (!isOver) signed.push(`${phpEncoded(key)}=${phpEncoded(value)}`)
  }
  return { fields, signed: signed.join('&') }
}

/** Returns whether the notice is signed with the passphrase; compares in constant time. */
export function isSigned({ fields, signed }: PayfastNotice, passphrase?: string): boolean {
  return isSameSecret((fields.get('signature') ?? '').toLowerCase(), signatureOf(signed, passphrase))
}
