// The signatures of PayFast forms and notices: MD5 over fields as PHP's `urlencode` writes them. Bytes are never read as
// text, so that a name in any encoding is signed as it was sent.
import { createHash } from 'node:crypto'
import { isSameSecret } from '../../kernel/secrets.ts'

/** The fields that are sent, in the documented order, which is that of signing, whatever order they were given in. */
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

/** PHP's `urlencode`: letters, digits and `-._` as they are, a space as `+`, the rest as `%XX` in capitals. */
export const phpEncoded = (value: string | Buffer): string =>
  Buffer.from(value)
    .toString('latin1')
    .replace(/[^\w.-]/g, (byte) =>
      byte === ' ' ? '+' : `%${byte.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`,
    )

/** PHP's `trim`: a no-break space stays, as PayFast's own sandbox keeps it. */
export const phpTrimmed = (value: string): string => value.replace(/^[ \t\n\r\0\v]+|[ \t\n\r\0\v]+$/g, '')

/** Of what is posted, which is encoded already. */
export function signatureOf(posted: string, passphrase: string | undefined): string {
  const phrase = passphrase ? `passphrase=${phpEncoded(phpTrimmed(passphrase))}` : ''
  const text = [posted, phrase].filter((one) => one !== '').join('&')
  return createHash('md5').update(text).digest('hex')
}

/** The fields of a form as they are posted: trimmed, without empty ones, in the documented order (R-EXT-12 to R-EXT-14). */
export function postedFields(fields: FormFields): [FormField, string][] {
  return formOrder.flatMap((name): [FormField, string][] => {
    const value = phpTrimmed(fields[name] ?? '')
    return value === '' ? [] : [[name, value]]
  })
}

/** The signature of a form. */
export function formSignature(fields: FormFields, passphrase?: string): string {
  const posted = postedFields(fields).map(([name, value]) => `${name}=${phpEncoded(value)}`)
  return signatureOf(posted.join('&'), passphrase)
}

/** The bytes behind a form-encoded text; a percent sign that stands for nothing stands for itself, as in PHP. */
function formDecoded(text: string): Buffer {
  const byteOf = (_: string, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))
  return Buffer.from(text.replaceAll('+', ' ').replace(/%([\da-f]{2})/gi, byteOf), 'latin1')
}

/** A notice as it came: its fields in order, and what they are signed over. */
export interface PayfastNotice {
  /** The first value of each name, as UTF-8. */
  fields: ReadonlyMap<string, string>
  /** Everything up to the signature, empty values included, as PayFast signs it and asks it back; without a passphrase. */
  signed: string
}

/** Reads the raw body of a notice; `raw` holds one character a byte. */
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

/** Whether a person who sent a notice knows the passphrase; compared in constant time. */
export function isSigned({ fields, signed }: PayfastNotice, passphrase?: string): boolean {
  return isSameSecret((fields.get('signature') ?? '').toLowerCase(), signatureOf(signed, passphrase))
}
