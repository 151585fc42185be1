/** Hands the person a file to keep, as a download of the browser. */
export function saveFile(content: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(content)
  link.download = name
  link.click()
  // The browser reads it in its own time.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
}
