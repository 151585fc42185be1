const entities = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
  ["'", '&apos;'],
])

/** Text in an XML document: escaped, without the characters that no document may hold. */
export const xmlText = (text: string): string =>
  text
    .replace(/(?![\t\n\r])\p{Cc}|\p{Surrogate}|[\ufffe\uffff]/gu, '')
    .replace(/[&<>"']/g, (c) => entities.get(c) ?? c)

export const xmlHead = '<?xml version="1.0" encoding="UTF-8"?>\n'
