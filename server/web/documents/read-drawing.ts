import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Draw } from '#contract/first-view.ts'
import type { DocumentParts } from './document.ts'
import type { StylePart } from './styles.ts'

/** What a build left to draw with. */
export interface Drawing extends Omit<DocumentParts, 'page'> {
  /** The app as it was built for the server; its code is loaded at the first call. */
  draw: () => Promise<Draw>
  /** Addresses of the sheet of classes and of that of the fonts. */
  sheets: { styles: string; fonts: string }
}

/** What the build left beside the app in `root` to draw with; undefined where it was not built. */
export function readDrawing(root: string): Drawing | undefined {
  const code = join(root, '../render/render.js')
  const loader = join(root, '.pages/loader.js')
  if (!existsSync(code) || !existsSync(loader)) return undefined
  const { parts, ...sheets } = JSON.parse(readFileSync(join(root, '.pages/styles.json'), 'utf8')) as {
    styles: string
    fonts: string
    parts: StylePart[]
  }
  let draw: Promise<Draw> | undefined
  return {
    styles: parts,
    sheets,
    loader: readFileSync(loader, 'utf8').trim(),
    draw: () => (draw ??= import(pathToFileURL(code).href).then((module) => (module as { draw: Draw }).draw)),
  }
}
