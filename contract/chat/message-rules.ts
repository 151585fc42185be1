/** The rules of a message, free of zod: the phone checks them while a person types, both stores when it arrives. */

export const chatLimits = {
  /** UTF-8 bytes of one message. */
  messageBytes: 4000,
  /** Messages of one chat that a store sends to a phone at most; older ones are requested. */
  tail: 100,
  /** Messages of one chat that a phone without any is sent. */
  firstTail: 30,
  /** Messages of one page of older ones. */
  page: 50,
  /** Characters of a preview in the list, before the ellipsis (R-CHAT-06). */
  preview: 30,
  /** Messages a minute of one person. */
  messagesAMinute: 60,
  /** Open event streams of one account. */
  streams: 5,
  /** Days after which messages that were never read are removed. */
  undeliveredDays: 30,
  /** Minutes after which a person who has not read gets an e-mail. */
  emailAfterMinutes: 10,
} as const

/** As many as it has in UTF-8. */
export const bytesOf = (v: string): number => {
  let bytes = 0
  for (const sign of v) {
    const code = sign.codePointAt(0) ?? 0
    bytes += code < 0x80 ? 1 : code < 0x8_00 ? 2 : code < 0x1_00_00 ? 3 : 4
  }
  return bytes
}

/** Why a trimmed text cannot be sent, as a sentence; undefined when it can (R-CHAT-07, R-VAL-68). */
export function messageFault(v: string): string | undefined {
  if (v.trim() === '') return 'Please enter message'
  if (/[\0\p{Surrogate}]/u.test(v)) return 'This message holds a sign that cannot be sent.'
  if (bytesOf(v) > chatLimits.messageBytes) return 'This message is too long. Please send it in two parts.'
  return undefined
}
