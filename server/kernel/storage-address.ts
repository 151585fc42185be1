/** Parsed STORAGE_URL: an S3-compatible store, and the place in it. */
export interface StorageAddress {
  endpoint: string
  region: string
  bucket: string
  /** Prefix of every object name, '' or ending with a slash. */
  prefix: string
  key: string
  secret: string
}

/**
 * Parses `s3://key:secret@host:port/bucket/folder?tls=1&region=eu-west-1`; returns undefined for an invalid address. The
 * secret may contain unescaped slashes, as Amazon's secrets do. Without `tls`, a port other than 443 means plain HTTP, which
 * stores in a private network use.
 */
export function readStorageUrl(text: string): StorageAddress | undefined {
  const found = /^s3:\/\/([^:@/]+):(.+)@([^@/?#\s]+)\/([\w.-]+)((?:\/[\w.-]+)*)\/?(?:\?(.*))?$/.exec(text)
  const [, key = '', secret = '', host = '', bucket = '', folder = '', query] = found ?? []
  const options = new URLSearchParams(query)
  const plain = /:\d+$/.test(host) && !host.endsWith(':443')
  const tls = options.get('tls') ?? (plain ? '0' : '1')
  const endpoint = `${tls === '1' ? 'https' : 'http'}://${host}`
  if (!found || !['0', '1'].includes(tls) || !URL.canParse(endpoint)) return undefined
  const prefix = folder === '' ? '' : `${folder.slice(1)}/`
  const [decodedKey, decodedSecret] = [key, secret].map(decoded)
  if (decodedKey === undefined || decodedSecret === undefined) return undefined
  const region = options.get('region') ?? 'us-east-1'
  return { endpoint, region, bucket, prefix, key: decodedKey, secret: decodedSecret }
}

/** Decodes a text; returns undefined for an invalid percent escape. */
function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}
