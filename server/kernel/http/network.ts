import { isIPv6 } from 'node:net'

/** An address of this machine itself. */
export const isLoopbackIp = (ip: string): boolean => /^(::1|(::ffff:)?127(\.\d+){3})$/.test(ip)

/** A person who has one address of version 6 has all of its network. */
export function networkOf(ip: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1]
  if (mapped !== undefined || !isIPv6(ip)) return mapped ?? ip
  const [head = '', tail] = ip.split('::')
  const groups = (text: string) => text.split(':').filter((group) => group !== '')
  const [before, after] = [groups(head), groups(tail ?? '')]
  const missing = tail === undefined ? 0 : 8 - before.length - after.length
  const all = [...before, ...Array.from({ length: missing }, () => '0'), ...after]
  return all
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')
}

/** The half of an address that a network as large as a provider's has in common; anything else stays what it is. */
export function wideNetworkOf(key: string): string {
  const v4 = /^(.*?\d+\.\d+)\.\d+\.\d+$/.exec(key)?.[1]
  // As `networkOf` writes it: four groups.
  const v6 = /^(.*?[\da-f]+:[\da-f]+):[\da-f]+:[\da-f]+$/i.exec(key)?.[1]
  return v4 ?? v6 ?? key
}
