import { isIPv6 } from 'node:net'

export const isLoopbackIp = (ip: string): boolean => /^(::1|(::ffff:)?127(\.\d+){3})$/.test(ip)

/** Returns the /64 network of an IPv6 address, because its owner has all addresses in it; returns an IPv4 address unchanged. */
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

/**
 * Returns the /16 of an IPv4 address or the /32 of an IPv6 network, about the size of a provider's network; returns any other
 * key unchanged.
 */
export function wideNetworkOf(key: string): string {
  const v4 = /^(.*?\d+\.\d+)\.\d+\.\d+$/.exec(key)?.[1]
  // `networkOf` writes four groups.
  const v6 = /^(.*?[\da-f]+:[\da-f]+):[\da-f]+:[\da-f]+$/i.exec(key)?.[1]
  return v4 ?? v6 ?? key
}
