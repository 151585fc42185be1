import { readWholeXml } from './xml.ts'

/** What a cell's number format changes of its text: it shows a day or time, or that many digits at least. */
export type Format = 'date' | number | undefined

/** Formats that every workbook has, by number: days and times, also those of East Asia. */
const isBuiltInDate = (id: number): boolean =>
  (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58)
/** Formats and styles that a workbook may have. */
const most = 65_536

/** The format of numbers that a code such as "dd/mm/yyyy", "00000" or "# ##0" means. */
export function formatOf(code: string): Format {
  const [first = ''] = code.slice(0, 300).split(';')
  // Words in quotes, escaped signs, colours and languages show nothing of the number.
  const bare = first.replace(/"[^"]*"|\\.|[_*]./gs, '').replace(/\[[^\]]*\]/g, '')
  if (/^0{2,15}$/.test(bare)) return bare.length
  // Whatever asks for digits is a number, even where a person wrote "km" behind it; seconds may have parts.
  const hasDigits = /[0#?]/.test(bare.replace(/s\.0+/gi, 's'))
  return !hasDigits && /[dmyhs]/i.test(bare) ? 'date' : undefined
}

/** By place in the list of styles, the format of their numbers. */
export async function readFormats(texts: AsyncIterable<string>): Promise<Format[]> {
  const codes = new Map<number, Format>()
  const styles: Format[] = []
  let inCells = false
  await readWholeXml(texts, {
    open(name, attributes) {
      const id = Number(attributes['numFmtId'])
      if (name === 'cellXfs') inCells = true
      else if (name === 'numFmt' && codes.size < most) codes.set(id, formatOf(attributes['formatCode'] ?? ''))
      else if (name === 'xf' && inCells && styles.length < most)
        styles.push(codes.has(id) ? codes.get(id) : isBuiltInDate(id) ? 'date' : undefined)
    },
    close(name) {
      if (name === 'cellXfs') inCells = false
    },
  })
  return styles
}
