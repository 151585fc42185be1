/** Names of elements whose inside is no prose either. */
const silent = 'script|style|iframe|template|svg|math|object|title'
/** Characters until something that began like a tag counts as none. */
const longestTag = 1000
/** Signs that are no text: controls but line breaks, and those that turn the writing direction around. */
const noText = /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu

/**
 * Makes plain text of pieces that may hold anything: tags fall away, with what scripts hold between them, also where a
 * piece ends in the middle of one. What cannot be decided yet is held until the next piece.
 */
export class PlainText {
  private held = ''
  private inside: string | undefined
  private begun = false

  push(piece: string): string {
    this.held += piece.replace(noText, (sign) => (sign === '\n' || sign === '\t' ? sign : ''))
    let out = ''
    for (;;) {
      if (this.inside !== undefined) {
        const end = new RegExp(`</${this.inside}\\s*>`, 'i').exec(this.held)
        if (!end) {
          this.held = this.held.slice(-20)
          break
        }
        this.held = this.held.slice(end.index + end[0].length)
        this.inside = undefined
      }
      const at = this.held.search(/<(?:[a-z/!?]|$)/i)
      if (at < 0) break
      out += this.held.slice(0, at)
      this.held = this.held.slice(at)
      const tag = /^<[^>]*>/.exec(this.held)?.[0]
      if (tag !== undefined && tag.length <= longestTag) {
        this.inside = new RegExp(`^<(${silent})\\b[^>]*(?<!/)>`, 'i').exec(tag)?.[1]
        this.held = this.held.slice(tag.length)
        if (/^<(?:br|\/p|\/li|\/h\d|\/div)\b/i.test(tag)) out += '\n'
      } else if (this.held.length > longestTag) {
        this.held = this.held.slice(1)
      } else return this.stripped(out)
    }
    if (this.inside !== undefined) return this.stripped(out)
    // Stars and fences may go on in the next piece.
    const open = /[*`#]*$/.exec(this.held)?.[0].length ?? 0
    out += this.held.slice(0, this.held.length - open)
    this.held = this.held.slice(this.held.length - open)
    return this.stripped(out)
  }

  /** What was held; a tag that never ended is none of the text. */
  end(): string {
    const rest = this.inside !== undefined || /^<[a-z/!?]/i.test(this.held) ? '' : this.held
    this.held = ''
    return this.stripped(rest).trimEnd()
  }

  /** Without the marks of Markdown, and without blanks in front of everything. */
  private stripped(text: string): string {
    const bare = text.replace(/\*{2,}|`{3,}[a-z]*|(?<=^|\n)#{1,6} +/g, '')
    const shown = this.begun ? bare : bare.trimStart()
    this.begun ||= shown !== ''
    return shown
  }
}
