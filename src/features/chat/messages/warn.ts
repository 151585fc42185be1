/** What one should know before answering such words; the first rule that fits speaks. Few and plain on purpose. */
const rules: readonly { of: RegExp; say: string }[] = [
  {
    of: /\b(?:otp|cvv|one[- ]time (?:pin|password|code)|card number|pin (?:code|number))\b/i,
    say: 'Never give a PIN, a one-time password or a card number to anyone. We never ask for them.',
  },
  {
    of: /\b(?:western union|moneygram|bitcoin|btc|usdt|crypto|gift ?cards?|steam cards?)\b/i,
    say: 'Money sent this way cannot be brought back. Never pay before you have seen the car.',
  },
  {
    of: /\b(?:deposit|pay|payment|transfer|eft|money)\b[^.?!\n]{0,40}\b(?:first|up ?front|in advance|before (?:you|the) (?:see|come|view|viewing)|to (?:hold|reserve|secure))\b/i,
    say: 'Never pay before you have seen the car and its papers.',
  },
  {
    of: /\b(?:bank(?:ing)? details|account (?:number|no\b)|bvn)\b/i,
    say: 'Check the car, its papers and the name of the account before you pay anything.',
  },
  {
    of: /\b(?:whats ?app|telegram|signal)\b[^.?!\n]{0,20}(?:\bme\b|\+?\d{7,})|\b(?:on|via|my) (?:whats ?app|telegram)\b/i,
    say: 'Stay in this chat until you trust them: what is written elsewhere we cannot check.',
  },
]

/** A gentle warning under a message of another person; undefined for nearly all of them. */
export const warningFor = (text: string): string | undefined => rules.find(({ of }) => of.test(text))?.say
