/** The part of the browser that is used here. */
export interface DigestScope {
  crypto?: { subtle?: { digest: (name: string, bytes: ArrayBuffer) => Promise<ArrayBuffer> } }
}
export type Digest = (bytes: ArrayBuffer) => Promise<string>

/** SHA-256 as hex; undefined where there is none, as on a page without encryption. */
export function digestOf(scope: DigestScope = globalThis as DigestScope): Digest | undefined {
  const subtle = scope.crypto?.subtle
  if (!subtle) return undefined
  return async (bytes) => {
    const digest = new Uint8Array(await subtle.digest('SHA-256', bytes))
    return [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  }
}
