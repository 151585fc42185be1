// Assembles a document: the drawn HTML, the styles that it needs, the data from which it was drawn, and the script that
// starts the app.
import { hash } from 'node:crypto'
import {
  agePlace,
  type Drawn,
  firstViewId,
  firstWindowId,
  rootId,
  type Takeover,
} from '#contract/first-view.ts'
import { stylesOf, type StylePart } from './styles.ts'

/** Parts that all documents of a build share. */
export interface DocumentParts {
  /** Built page, from which a document takes the tags that are the same everywhere. */
  page: string
  styles: readonly StylePart[]
  /** Text of the script that starts the app; the policy allows it by its hash. */
  loader: string
}

export interface MadeDocument {
  html: string
  /** `Link` header, when the first view has a picture. */
  link?: string
  /** Sources that the policy of this document must allow, beside those of every page. */
  styleSource: string
  scriptSource: string
}

/** Returns the policy source that allows a text. */
export const hashSource = (text: string): string => `'sha256-${hash('sha256', text, 'base64')}'`

/** Tags of the built page that a document replaces or does not need. */
const replaced =
  /<title>[^]*?<\/title>|<meta\s+name="(?:description|robots)"[^>]*>|<link\s+rel="(?:preload|modulepreload|canonical|stylesheet)"[^>]*>|<script[^>]*><\/script>|<style[^>]*>[^]*?<\/style>/g
const headOf = (page: string): string =>
  (/<head>([^]*)<\/head>/.exec(page)?.[1] ?? '').replace(replaced, '').replace(/\s+/g, ' ')

/** Returns JSON that cannot end a script element. */
export const scriptJson = (value: unknown): string =>
  JSON.stringify(value)
    .replaceAll('<', '\\u003c')
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029')

/** Text without characters that differ between HTML and a header. */
const isPlain = /^[ !#-%'-;=?-~]*$/

/**
 * Returns the preload of the first picture, as a tag and as a `Link` header (RFC 8288). A browser acts on the header before
 * it has read the HTML.
 */
function firstPicture(html: string): { tag: string; link?: string } {
  const [before] = html.split('fetchPriority="high"', 1)
  if (before === undefined || before.length === html.length) return { tag: '' }
  const picture = before.slice(before.lastIndexOf('<picture'))
  const source = /<source type="image\/avif" srcSet="([^"]*)"(?: sizes="([^"]*)")?/.exec(picture)
  if (!source) return { tag: '' }
  const [, set = '', sizes] = source
  const where = sizes === undefined ? `href="${set}"` : `imagesrcset="${set}" imagesizes="${sizes}"`
  const tag = `<link rel="preload" as="image" type="image/avif" fetchpriority="high" ${where}>`
  if (!isPlain.test(set + (sizes ?? ''))) return { tag }
  const [address = ''] = set.split(' ')
  const choice = sizes === undefined ? '' : `; imagesrcset="${set}"; imagesizes="${sizes}"`
  return { tag, link: `<${address}>; rel=preload; as=image; type="image/avif"; fetchpriority=high${choice}` }
}

/** Moves style attributes into rules, because the policy allows no such attributes. */
function withoutStyles(html: string): { html: string; rules: string } {
  const known = new Map<string, number>()
  const plain = html.replace(/ style="([^"]*)"/g, (_, style: string) => {
    const at = known.get(style) ?? known.size
    known.set(style, at)
    return ` data-s="${at}"`
  })
  const rules = [...known].map(
    ([style, at]) =>
      `[data-s="${at}"]{${style.replaceAll('&quot;', '"').replaceAll('&amp;', '&').replaceAll('&#x27;', "'")}}`,
  )
  return { html: plain, rules: rules.join('') }
}

/** Data blocks for readers without script. They go to the end of the document, so that no paint waits for them. */
const dataBlocks = /<script type="application\/ld\+json">[^]*?<\/script>/g

/** Returns the whole document; `tags` are those of its head. */
export function makeDocument(
  { page, styles, loader }: DocumentParts,
  { html, view }: Pick<Drawn, 'html' | 'view'>,
  tags: string,
  takeover: Takeover,
): MadeDocument {
  const drawn = withoutStyles(html)
  const sheet = stylesOf(styles, drawn.html) + drawn.rules
  // The part that a phone shows first comes late in the HTML. Without `expect` the browser would paint half of the page in
  // the wrong place.
  const whole = drawn.html.includes(`id="${firstWindowId}"`)
    ? `<link rel="expect" blocking="render" href="#${firstWindowId}">`
    : ''
  const { tag: picture, link } = firstPicture(drawn.html)
  const text = [
    `<!doctype html><html lang="en" data-drawn><head>${headOf(page)}${picture}${whole}${tags.replace(dataBlocks, '')}`,
    `<style>${sheet}</style></head><body><div id="${rootId}">${drawn.html}</div>${agePlace}`,
    `<script type="application/json" id="${firstViewId}">${scriptJson({ ...view, takeover })}</script>`,
    `<script type="module">${loader}</script>${(tags.match(dataBlocks) ?? []).join('')}</body></html>`,
  ]
  return {
    html: text.join(''),
    ...(link !== undefined && { link }),
    styleSource: hashSource(sheet),
    scriptSource: hashSource(loader),
  }
}
