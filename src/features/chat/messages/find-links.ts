/** Link in the text of a message. */
export interface TextLink {
  href: string
  /** Text of the link: the parsed URL where it differs from the typed text, to reveal look-alike letters in a host. */
  shown: string
  /** Host of the target; `undefined` for our own site. */
  foreign: string | undefined
}

/** Punctuation after an address that belongs to the sentence. */
const trailing = /[.,;:!?'"*_~»”’\])}]+$/

function cutTail(match: string): string {
  const tail = trailing.exec(match)?.[0] ?? ''
  // In "(see https://a.example/b_(c))" a bracket that was opened inside the address closes inside it.
  let end = match.length - tail.length
  for (const sign of tail) {
    if (sign !== ')') break
    const link = match.slice(0, end + 1)
    if (link.split('(').length < link.split(')').length) break
    end += 1
  }
  return match.slice(0, end)
}

function linkOf(address: string, ours: string): TextLink | undefined {
  if (!URL.canParse(address)) return undefined
  const url = new URL(address)
  // User info before an @ can imitate a host.
  if (!/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') return undefined
  const same = url.href === address || url.href === `${address}/`
  return {
    href: url.href,
    shown: same ? address : url.href,
    foreign: url.origin === ours ? undefined : url.host,
  }
}

/** Splits a message into text and links, in order. Only http and https addresses become links. */
export function findLinks(text: string, ours: string): (string | TextLink)[] {
  const parts: (string | TextLink)[] = []
  let from = 0
  for (const { 0: match, index } of text.matchAll(/\bhttps?:\/\/[^\s<>]+/giu)) {
    const address = cutTail(match)
    const link = linkOf(address, ours)
    if (!link) continue
    if (index > from) parts.push(text.slice(from, index))
    parts.push(link)
    from = index + address.length
  }
  if (from < text.length) parts.push(text.slice(from))
  return parts
}
