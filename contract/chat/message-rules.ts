/**
 * The rules for a message, free of zod: the phone checks them while a person types, and both stores check each message they
 * receive.
 */

export const chatLimits = {
  /** Maximum number of UTF-8 bytes in one message. */
  messageBytes: 4000,
  /** Maximum number of messages of one chat that a store sends to a phone; the phone requests older messages separately. */
  tail: 100,
  /** Number of messages that a store sends to a phone without any message of the chat. */
  firstTail: 30,
  /** Number of messages per page of older messages. */
  page: 50,
  /** Number of characters of the preview in the list, before the ellipsis (R-CHAT-06). */
  preview: 30,
  /** Maximum number of messages per minute and person. */
  messagesAMinute: 60,
  /** Maximum number of open event streams per account. */
  streams: 5,
  /** Days after which unread messages are deleted. */
  undeliveredDays: 30,
  /** Minutes after which the receiver of an unread message gets an e-mail. */
  emailAfterMinutes: 10,
} as const

/** Counts the UTF-8 bytes of a text. */
export const bytesOf = (v: string): number => {
  let bytes = 0
  for (const sign of v) {
    const code = sign.codePointAt(0) ?? 0
    bytes += code < 0x80 ? 1 : code < 0x8_00 ? 2 : code < 0x1_00_00 ? 3 : 4
  }
  return bytes
}

/** Returns a sentence that says why a trimmed text cannot be sent; undefined when it can be sent (R-CHAT-07, R-VAL-68). */
export function messageFault(v: string): string | undefined {
  if (v.trim() === '') return 'Please enter message'
  if (/[\0\p{Surrogate}]/u.test(v)) return 'This message holds a sign that cannot be sent.'
  if (bytesOf(v) > chatLimits.messageBytes) return 'This message is too long. Please send it in two parts.'
  return undefined
}
