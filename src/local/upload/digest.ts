export type Digest = (bytes: ArrayBuffer) => Promise<string>

/** Returns a function for SHA-256 as hex; undefined without `crypto.subtle`, for example on a page without HTTPS. */
export function digestOf(): Digest | undefined {
  const { subtle } = (globalThis.crypto ?? {}) as Partial<Crypto>
  if (!subtle) return undefined
  return async (bytes) => {
    const digest = new Uint8Array(await subtle.digest('SHA-256', bytes))
    return [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  }
}
