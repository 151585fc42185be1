// Puts a document together: what was drawn, the styles it needs, what it was drawn from, and the few lines that start the app.
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

/** What all documents of a build share. */
export interface DocumentParts {
  /** The built page, which brings the tags that are the same everywhere. */
  page: string
  styles: readonly StylePart[]
  /** Text of the script that starts the app; the policy allows it by its hash. */
  loader: string
}

export interface MadeDocument {
  html: string
  /** Header that goes with it, where its first view has a picture. */
  link?: string
  /** Sources that its policy must allow, beside those of every page. */
  styleSource: string
  scriptSource: string
}

/** How a policy names a text that it allows. */
export const hashSource = (text: string): string => `'sha256-${hash('sha256', text, 'base64')}'`

/** What another part of the document says better, or what no drawn page begins with. */
const replaced =
  /<title>[^]*?<\/title>|<meta\s+name="(?:description|robots)"[^>]*>|<link\s+rel="(?:preload|modulepreload|canonical|stylesheet)"[^>]*>|<script[^>]*><\/script>|<style[^>]*>[^]*?<\/style>/g
const headOf = (page: string): string =>
  (/<head>([^]*)<\/head>/.exec(page)?.[1] ?? '').replace(replaced, '').replace(/\s+/g, ' ')

/** JSON that ends no script element. */
export const scriptJson = (value: unknown): string =>
  JSON.stringify(value)
    .replaceAll('<', '\\u003c')
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029')

/** What stands in a header as it stands in the text. */
const isPlain = /^[ !#-%'-;=?-~]*$/

/**
 * The first picture, which is asked for before anything else in the document: as a tag, and as a `Link` header (RFC 8288),
 * which a browser acts on before it has read the text.
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

/** Styles of single elements, as rules: the policy lets no attribute of that kind through. */
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

/** Blocks of data for those who read the page without its script: no paint waits for them. */
const dataBlocks = /<script type="application\/ld\+json">[^]*?<\/script>/g

/** The whole document; `tags` are those of its head. */
export function makeDocument(
  { page, styles, loader }: DocumentParts,
  { html, view }: Pick<Drawn, 'html' | 'view'>,
  tags: string,
  takeover: Takeover,
): MadeDocument {
  const drawn = withoutStyles(html)
  const sheet = stylesOf(styles, drawn.html) + drawn.rules
  // What is first on a phone comes late in the text: half of the page would be painted in the wrong place.
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
