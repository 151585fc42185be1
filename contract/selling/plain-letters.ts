/** Normalises lookalikes: characters that a reader takes for a letter or a digit become that letter or digit. */

const digitOf = (char: string): string => {
  const code = char.codePointAt(0) ?? 0
  let steps = 0
  // Each script's digits are ten consecutive code points, zero first.
  while (steps < 9 && /\p{Nd}/u.test(String.fromCodePoint(code - steps - 1))) steps += 1
  return String(steps)
}

const entities = new Map<string, string>(Object.entries({ commat: '@', period: '.', nbsp: ' ', plus: '+' }))
const decoded = (text: string): string =>
  text.replace(/&(#x[\da-f]{1,6}|#\d{1,7}|[a-z]+);/gi, (whole, name: string) => {
    if (!name.startsWith('#')) return entities.get(name.toLowerCase()) ?? whole
    const point = name[1]?.toLowerCase() === 'x' ? parseInt(name.slice(2), 16) : Number(name.slice(1))
    return point > 0 && point <= 0x10ffff ? String.fromCodePoint(point) : ''
  })

/** Returns the text as a reader sees it: without tags and invisible characters, with ASCII digits and plain dots. */
export function asRead(text: string): string {
  return (
    decoded(text)
      .replace(/<(?:br|\/p|\/li|\/h\d)\b[^>]{0,200}>/gi, '\n')
      .replace(/<\/?[a-z][^>]{0,200}>/gi, '')
      .normalize('NFKC')
      // Removes invisible characters, keycap frames, and combining marks without a composed form.
      .replace(/[\p{Cf}\p{Mn}\u20e3]/gu, '')
      .replace(/[^\P{Nd}0-9]/gu, digitOf)
      .replace(/[。·•∙●⋅‧․]/g, '.')
      .replace(/[^\S\n]+/g, ' ')
      .replace(/\s*\n\s*/g, '\n')
      .replace(/[‐‑‒–—―−]/g, '-')
  )
}

/** Number words, each at the index of its digit. */
const saidDigits = [
  'zero oh nought nul',
  'one een',
  'two twee',
  'three drie',
  'four vier',
  'five vyf',
  'six ses',
  'seven sewe',
  'eight agt',
  'nine nege',
]
const words = new Map(
  saidDigits.flatMap((names, digit) => names.split(' ').map((name) => [name, String(digit)] as const)),
)
const word = [...words.keys()].join('|')
const times = new Map<string, number>(Object.entries({ double: 2, triple: 3, treble: 3 }))

/** Replaces number words, and letters that stand for digits, by digits: "o82 double one" becomes "082 11". */
export function spelledOut(text: string): string {
  return text
    .replace(
      new RegExp(`(double|triple|treble)[\\s-]*(${word}|\\d)(?![a-z\\d])`, 'g'),
      (_, n: string, d: string) => (words.get(d) ?? d).repeat(times.get(n) ?? 1),
    )
    .replace(new RegExp(`(?<![a-z])(?:${word})(?![a-z])`, 'g'), (found) => words.get(found) ?? found)
    .replace(/(?<![a-z\d])o(?=[\s-]?\d[\s-]?\d)/g, '0')
    .replace(/(?<=\d)o(?=\d)/g, '0')
    .replace(/(?<=\d[\s.-]?)[il|](?=\d)/g, '1')
}
