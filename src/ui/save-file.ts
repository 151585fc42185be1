/** Downloads a file through the browser. */
export function saveFile(content: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(content)
  link.download = name
  link.click()
  // The browser reads the blob after the click, so its URL must stay valid for a while.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
}
