/** The beginning of a text, without what no database keeps: zeros, and characters that the cut went through. */
export const cut = (text: string, most: number): string =>
  text
    .replaceAll('\0', '')
    .slice(0, most)
    .replace(/\p{Surrogate}/gu, '')
