/** An article is written as plain paragraphs, with tags where something else is meant. */

const block = /^<(?:p|ul|ol|h[2-4]|blockquote)[\s>]/i

/** Lines between empty ones become a paragraph, unless they begin with a tag that is one. */
export const htmlOf = (typed: string): string =>
  typed
    .split(/\n\s*\n/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part) => (block.test(part) ? part : `<p>${part.replaceAll('\n', '<br>')}</p>`))
    .join('')

/** The elements that stand beside one another, with what they hold; words between them are pieces of their own. */
function piecesOf(html: string): string[] {
  const pieces: string[] = []
  let depth = 0
  let from = 0
  const cut = (to: number) => {
    pieces.push(html.slice(from, to).trim())
    from = to
  }
  for (const tag of html.matchAll(/<(\/?)(?:p|ul|ol|h[2-4]|blockquote)(?:\s[^>]*)?>/gi)) {
    const closes = tag[1] === '/'
    if (!closes && depth === 0) cut(tag.index)
    depth = Math.max(0, depth + (closes ? -1 : 1))
    if (closes && depth === 0) cut(tag.index + tag[0].length)
  }
  cut(html.length)
  return pieces.filter((piece) => piece !== '')
}

/** The same the other way: what is a plain paragraph loses its tags. */
export const typedOf = (html: string): string =>
  piecesOf(html)
    .map((piece) => {
      const inside = /^<p>(.*)<\/p>$/is.exec(piece)?.[1]
      if (inside === undefined || block.test(inside.trim())) return piece.replace(/\n\s*\n/g, '\n')
      return inside.replace(/\s+/g, ' ').replace(/<br ?\/?>/gi, '\n')
    })
    .join('\n\n')
