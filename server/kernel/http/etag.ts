/** Returns whether `If-None-Match` names this tag, by the weak comparison of RFC 9110, 13.1.2. */
export function isSame(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false
  const opaque = (tag: string) => tag.trim().replace(/^W\//, '')
  return ifNoneMatch.split(',').some((part) => ['*', opaque(etag)].includes(opaque(part)))
}
