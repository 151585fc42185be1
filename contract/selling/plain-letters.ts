/** Ways of writing one thing in another: what a reader's eye takes for a letter or a digit becomes one. */

const digitOf = (char: string): string => {
  const code = char.codePointAt(0) ?? 0
  let steps = 0
  // Digits of every script stand in tens, zero first.
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

/** The text as it is read: without tags and invisible signs, every digit an ASCII one, every dot a dot. */
export function asRead(text: string): string {
  return (
    decoded(text)
      .replace(/<(?:br|\/p|\/li|\/h\d)\b[^>]{0,200}>/gi, '\n')
      .replace(/<\/?[a-z][^>]{0,200}>/gi, '')
      .normalize('NFKC')
      // Invisible signs, the frames of keycaps, and what hangs on a letter without a form of its own.
      .replace(/[\p{Cf}\p{Mn}\u20e3]/gu, '')
      .replace(/[^\P{Nd}0-9]/gu, digitOf)
      .replace(/[。·•∙●⋅‧․]/g, '.')
      .replace(/[^\S\n]+/g, ' ')
      .replace(/\s*\n\s*/g, '\n')
      .replace(/[‐‑‒–—―−]/g, '-')
  )
}

/** As people say them, each digit at its place. */
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

/** Number words as digits, and letters that stand in for digits among digits: "o82 double one" is "082 11". */
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
