/** A part of a message that can be followed. */
export interface TextLink {
  href: string
  /** The address as it really is: a host in letters that only look like others shows its true name. */
  shown: string
  /** Where it leads; undefined for our own site. */
  foreign: string | undefined
}

/** Marks after an address that belong to the sentence around it. */
const trailing = /[.,;:!?'"*_~»”’\])}]+$/

function cutTail(match: string): string {
  const tail = trailing.exec(match)?.[0] ?? ''
  // "(see https://a.example/b_(c))": a bracket that was opened inside the address closes there.
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
  // What is before an @ looks like the host and is not.
  if (!/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') return undefined
  const same = url.href === address || url.href === `${address}/`
  return {
    href: url.href,
    shown: same ? address : url.href,
    foreign: url.origin === ours ? undefined : url.host,
  }
}

/** The words of a message and the links among them, in order. Only http and https lead anywhere. */
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
