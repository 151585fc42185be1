/** Returns the first bytes of a picked file, enough for `sniffPicture`; rejects when the file cannot be read. */
export const firstBytesOf = async (file: Blob): Promise<Uint8Array> =>
  new Uint8Array(await file.slice(0, 32).arrayBuffer())

/** Escapes a name so that it cannot end its header. */
const quoted = (name: string) =>
  name.replace(/["\r\n]/g, (mark) => `%${mark.charCodeAt(0).toString(16).padStart(2, '0').toUpperCase()}`)

/** Builds a multipart body of texts and one file. Its boundary contains `key`, the write's idempotency key, so it is unique. */
export function buildFileForm(
  { name, file }: { name: string; file: File },
  texts: Readonly<Record<string, string>>,
  key: string,
): Blob {
  const boundary = `motorkin-${key.toLowerCase().replace(/[^a-z0-9]/g, '')}`
  const part = (headers: string) => `--${boundary}\r\nContent-Disposition: form-data; ${headers}\r\n\r\n`
  const fields = Object.entries(texts).map(([field, text]) => `${part(`name="${field}"`)}${text}\r\n`)
  const type = file.type === '' ? 'application/octet-stream' : file.type
  const begin = part(`name="${name}"; filename="${quoted(file.name)}"\r\nContent-Type: ${type}`)
  return new Blob([...fields, begin, file, `\r\n--${boundary}--\r\n`], {
    type: `multipart/form-data; boundary=${boundary}`,
  })
}
