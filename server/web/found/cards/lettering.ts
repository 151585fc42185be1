// Draws text as outlines, so that a card looks the same on a machine without fonts.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { findBeside } from '../../../kernel/place.ts'

type PathCommand =
  | { type: 'M' | 'L'; x: number; y: number }
  | { type: 'Q'; x1: number; y1: number; x: number; y: number }
  | { type: 'C'; x1: number; y1: number; x2: number; y2: number; x: number; y: number }
  | { type: 'Z' }
interface Glyph {
  advanceWidth?: number
  getPath: (x: number, y: number, size: number) => { commands: readonly PathCommand[] }
}
interface Font {
  unitsPerEm: number
  charToGlyphIndex: (char: string) => number
  charToGlyph: (char: string) => Glyph
  getKerningValue: (left: Glyph, right: Glyph) => number
}
/**
 * Parser of opentype.js, a CommonJS module whose names an import does not see. Its published types include types of browsers,
 * which the server must not have, so only the used part is typed here.
 */
const { parse } = createRequire(import.meta.url)('opentype.js') as { parse: (file: ArrayBuffer) => Font }

export type Face = 'display' | 'text'
/** Files of a font, by script. The first file that has a letter draws it; a letter that no file has is left out. */
const scripts = ['latin', 'latin-ext', 'vietnamese'] as const

interface FontCharacter {
  font: Font
  glyph: Glyph
}

/** Reads the fonts from the folder beside the source, or from the folder of the build. */
function readFace(face: Face): Font[] {
  const folder = findBeside(import.meta.url, ['./card-fonts', './fonts'])
  if (folder === undefined) throw new Error('The fonts of the cards are missing.')
  return scripts.map((script) => {
    const { buffer, byteOffset, length } = readFileSync(join(folder, `${face}-${script}.ttf`))
    return parse(buffer.slice(byteOffset, byteOffset + length))
  })
}

const read = new Map<Face, Font[]>()
function fontsOf(face: Face): Font[] {
  const fonts = read.get(face) ?? readFace(face)
  read.set(face, fonts)
  return fonts
}

function charactersOf(text: string, face: Face): FontCharacter[] {
  const drawn = (char: string): FontCharacter | undefined => {
    const font = fontsOf(face).find((f) => f.charToGlyphIndex(char) > 0)
    return font && { font, glyph: font.charToGlyph(char) }
  }
  // A letter whose form with a mark is in no font is drawn without the mark.
  return Array.from(text.normalize('NFC').replace(/\s+/g, ' ').replace(/\p{M}/gu, ''), (char) => {
    const [base = char] = char.normalize('NFD')
    return drawn(char) ?? drawn(base)
  }).filter((character) => character !== undefined)
}

/**
 * Places letters side by side, calls `draw` for each, and returns the total width. It works glyph by glyph, because the
 * library cannot read every rule of these fonts.
 */
function set(
  text: string,
  face: Face,
  size: number,
  draw?: (character: FontCharacter, x: number) => void,
): number {
  let x = 0
  let before: FontCharacter | undefined
  for (const character of charactersOf(text, face)) {
    const scale = size / character.font.unitsPerEm
    if (before?.font === character.font)
      x += character.font.getKerningValue(before.glyph, character.glyph) * scale
    draw?.(character, x)
    x += (character.glyph.advanceWidth ?? 0) * scale
    before = character
  }
  return x
}

export const widthOf = (text: string, face: Face, size: number): number => set(text, face, size)

/** Returns whether at least one of the letters can be drawn. */
export const isDrawable = (text: string, face: Face): boolean =>
  charactersOf(text.replace(/\s/g, ''), face).length > 0

const pointOf = (x: number, y: number) => `${x.toFixed(1)} ${y.toFixed(1)}`
/** Returns the path data of a command. The library's own writer turns some coordinates into NaN. */
function dataOf(command: PathCommand): string {
  switch (command.type) {
    case 'M':
    case 'L':
      return command.type + pointOf(command.x, command.y)
    case 'Q':
      return `Q${pointOf(command.x1, command.y1)} ${pointOf(command.x, command.y)}`
    case 'C':
      return `C${pointOf(command.x1, command.y1)} ${pointOf(command.x2, command.y2)} ${pointOf(command.x, command.y)}`
    case 'Z':
      return 'Z'
  }
}

/** Returns the path data of a line of text whose baseline is `y`. */
export function outline(
  text: string,
  { face, size, x, y }: { face: Face; size: number; x: number; y: number },
): string {
  let data = ''
  set(text, face, size, ({ glyph }, at) => {
    data += glyph
      .getPath(x + at, y, size)
      .commands.map(dataOf)
      .join('')
  })
  return data
}

const ellipsis = '…'

/** Returns as much of a line as fits, with an ellipsis. */
function cut(text: string, fits: (line: string) => boolean): string {
  const characters = Array.from(text.trimEnd())
  while (characters.length > 0 && !fits(characters.join('').trimEnd() + ellipsis)) characters.pop()
  return characters.join('').trimEnd() + ellipsis
}

/** Breaks a text between words into at most `most` lines; `whole` says whether all of it fits. */
export function lines(
  text: string,
  { face, size, width, most }: { face: Face; size: number; width: number; most: number },
): { lines: string[]; whole: boolean } {
  const fits = (line: string) => widthOf(line, face, size) <= width
  const made: string[] = []
  let line = ''
  for (const word of text.trim().split(/\s+/)) {
    const longer = line === '' ? word : `${line} ${word}`
    if (fits(longer)) line = longer
    else if (made.length === most - 1 || (line === '' && made.length === 0)) {
      return { lines: [...made, cut(longer, fits)], whole: false }
    } else {
      if (line !== '') made.push(line)
      if (!fits(word)) return { lines: [...made, cut(word, fits)], whole: false }
      line = word
    }
  }
  return { lines: line === '' ? made : [...made, line], whole: true }
}
