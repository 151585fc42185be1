/** UUIDv7: minted on the phone, sortable by birth; the randomness makes it unique even under a wrong clock. */
export function newId(now: number, bytes: Uint8Array): string {
  const hex: string[] = []
  let time = Math.max(0, Math.floor(now))
  for (let i = 5; i >= 0; i--) {
    hex[i] = (time % 256).toString(16).padStart(2, '0')
    time = Math.floor(time / 256)
  }
  for (let i = 6; i < 16; i++) {
    const byte = bytes[i - 6] ?? 0
    const marked = i === 6 ? (byte & 0x0f) | 0x70 : i === 8 ? (byte & 0x3f) | 0x80 : byte
    hex[i] = marked.toString(16).padStart(2, '0')
  }
  const text = hex.join('')
  return [text.slice(0, 8), text.slice(8, 12), text.slice(12, 16), text.slice(16, 20), text.slice(20)].join(
    '-',
  )
}
