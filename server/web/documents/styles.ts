// The styles that a document needs: of the whole sheet, the rules whose classes it uses. Those it
// does without come after the first paint.

/** A part of the sheet: text that is always needed, a rule with the classes of each of its selectors, or rules below an at-rule. */
export type StylePart =
  | { always: string }
  /** Needed when its name occurs in what is kept: an animation. */
  | { name: string; text: string }
  | { selectors: { text: string; classes: string[] }[]; body: string }
  | { below: string; parts: StylePart[] }

/** Classes of a document, as they stand in its text. */
function classesIn(html: string): Set<string> {
  const classes = new Set<string>()
  for (const [, list = ''] of html.matchAll(/ class="([^"]*)"/g))
    for (const name of list.replaceAll('&amp;', '&').replaceAll('&gt;', '>').split(' ')) classes.add(name)
  return classes
}

function cssFor(parts: readonly StylePart[], classes: ReadonlySet<string>): string {
  let text = ''
  for (const part of parts) {
    if ('always' in part) text += part.always
    else if ('below' in part) {
      const inside = cssFor(part.parts, classes)
      if (inside !== '') text += `${part.below}{${inside}}`
    } else if ('selectors' in part) {
      const needed = part.selectors.filter((selector) => selector.classes.every((name) => classes.has(name)))
      if (needed.length > 0) text += `${needed.map((selector) => selector.text).join(',')}{${part.body}}`
    }
  }
  return text
}

/** The styles of a document, in the order of the sheet. */
export function stylesOf(parts: readonly StylePart[], html: string): string {
  const css = cssFor(parts, classesIn(html))
  const named = parts.flatMap((part) => ('name' in part && css.includes(part.name) ? [part.text] : []))
  return css + named.join('')
}
