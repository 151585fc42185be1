// Selects the styles that a document needs: the rules of the whole sheet whose classes it uses. The other rules load after
// the first paint.

/**
 * Part of the sheet: text that is always needed, an animation, a rule with the classes of each selector, or rules inside an
 * at-rule.
 */
export type StylePart =
  | { always: string }
  /** Animation, needed when the selected rules contain its name. */
  | { name: string; text: string }
  | { selectors: { text: string; classes: string[] }[]; body: string }
  | { below: string; parts: StylePart[] }

/** Returns the classes in the HTML of a document. */
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

/** Returns the styles of a document in the order of the sheet, animations last. */
export function stylesOf(parts: readonly StylePart[], html: string): string {
  const css = cssFor(parts, classesIn(html))
  const named = parts.flatMap((part) => ('name' in part && css.includes(part.name) ? [part.text] : []))
  return css + named.join('')
}
