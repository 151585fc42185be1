/** The file as it travels: packed where the browser can, since tables shrink to a fraction and bytes are money. */
export async function packed(file: File): Promise<Blob> {
  const head = new Uint8Array(await file.slice(0, 2).arrayBuffer())
  if (head[0] === 0x1f && head[1] === 0x8b) return file.slice(0, file.size, 'application/gzip')
  if (typeof CompressionStream === 'undefined') return file.slice(0, file.size, 'text/csv')
  const stream = file.stream().pipeThrough(new CompressionStream('gzip'))
  const bytes = await new Response(stream).arrayBuffer()
  return new Blob([bytes], { type: 'application/gzip' })
}
