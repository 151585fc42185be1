import { describe, expect, test } from 'vitest'
import { fill, slim } from '#contract/first-view.ts'
import { makeDocument, scriptJson } from '../../../server/web/documents/document.ts'
import { stylesOf } from '../../../server/web/documents/styles.ts'
import { styleParts } from '../../../server/web/documents/write-styles.ts'
import { sampleCard } from '../../support/sample-car.ts'

const sheet = `@layer base{:root{--ink:#000}a{color:var(--ink)}}
@layer utilities{.p-4{padding:1rem}.unused{color:red}.a\\/b,.other{margin:0}.hover\\:x:hover{top:0}
@media (min-width:40rem){.sm\\:p-8{padding:2rem}.sm\\:p-9{padding:3rem}}.spin{animation:turn 1s}}
@keyframes turn{to{rotate:1turn}}@keyframes idle{to{rotate:0}}
@font-face{font-family:Ours;src:url(/a.woff2)}@font-face{font-family:Theirs;src:local(Roboto)}`

describe('The styles of a document', () => {
  const styles = (html: string) => stylesOf(styleParts(sheet), html)

  test('are the used class rules in sheet order, plus rules without a class', () => {
    const kept = styles('<p class="sm:p-8 p-4 a/b hover:x"></p>')
    expect(kept).toMatch(/--ink.*a\{color.*\.p-4\{.*\.a\\\/b\{.*\.hover\\:x:hover\{.*@media.*\.sm\\:p-8\{/s)
    for (const left of ['unused', 'other', 'p-9', 'spin', 'turn', 'idle']) expect(kept).not.toContain(left)
  })

  test('include the used animations and only the phone’s own fonts', () => {
    const kept = styles('<i class="spin"></i>')
    expect(kept).toContain('@keyframes turn')
    expect(kept).not.toContain('idle')
    expect(kept).toContain('local(Roboto)')
    expect(kept).not.toContain('woff2')
  })
})

describe('A document', () => {
  const parts = {
    page: '<html><head><title>Plain</title><link rel="stylesheet" href="/assets/x.css"><meta charset="utf-8"><meta\n  name="viewport"\n  content="width=device-width"\n/><script type="module" src="/assets/start-1.js"></script></head></html>',
    styles: styleParts(sheet),
    loader: 'run()',
  }
  const takeover = {
    entry: '/assets/start-1.js',
    modules: [],
    styles: '/assets/x.css',
    fonts: '/assets/f.css',
  }
  const view = {
    at: 1,
    origin: 'https://x.test',
    settings: {} as never,
    reads: [{ key: ['x'], value: '</script><b>', asOf: 1 }],
  }
  const drawn =
    '<picture><source type="image/avif" srcSet="/a.avif 320w, /b.avif 640w" sizes="50vw"/><img fetchPriority="high"/></picture><i style="width:20px;background:url(&quot;data:x&quot;)">hi</i>'
  const made = makeDocument(parts, { html: drawn, view }, '<title>Cars</title>', takeover)

  test('has its own head, loads its first picture first and requests no script', () => {
    expect(made.html.match(/<title>/g)).toHaveLength(1)
    expect(made.html).toContain('<meta charset="utf-8">')
    expect(made.html).toContain('<meta name="viewport" content="width=device-width" />')
    expect(made.html).toMatch(/^.{0,200}imagesrcset="\/a.avif 320w, \/b.avif 640w" imagesizes="50vw"/)
    expect(made.link).toBe(
      '</a.avif>; rel=preload; as=image; type="image/avif"; fetchpriority=high; imagesrcset="/a.avif 320w, /b.avif 640w"; imagesizes="50vw"',
    )
    expect(made.html).not.toMatch(/<script[^>]* src=|rel="stylesheet"/)
  })

  test('is not painted before a first window of another order is whole', () => {
    const { html } = makeDocument(
      parts,
      { html: '<p class="order-2">x</p><p id="first-window">y</p>', view },
      '',
      takeover,
    )
    expect(html.split('<style>')[0]).toContain('<link rel="expect" blocking="render" href="#first-window">')
    expect(made.html).not.toContain('rel="expect"')
  })

  test('brings the data of those who run no script behind all that is painted', () => {
    const block = '<script type="application/ld+json">{"@type":"Car"}</script>'
    const { html } = makeDocument(parts, { html: drawn, view }, `<title>Car</title>${block}`, takeover)
    expect(html.split(block)[0]).toContain('<script type="module">')
    expect(html.split(block)[1]).toBe('</body></html>')
  })

  test('holds no style in an attribute, and its data end no element', () => {
    expect(made.html).not.toContain(' style="')
    expect(made.html).toContain('[data-s="0"]{width:20px;background:url("data:x")}')
    expect(made.html.match(/<\/script>/g)).toHaveLength(2)
    expect(JSON.parse(scriptJson(view))).toEqual(view)
  })

  test('is allowed by the hashes of exactly its own styles and script', () => {
    expect(made.scriptSource).toMatch(/^'sha256-.{44}'$/)
    expect(made.styleSource).not.toBe(
      makeDocument(parts, { html: '<p class="p-4"></p>', view }, '', takeover).styleSource,
    )
  })
})

test('Slimmed cards are whole again, except for picture texts and most previews', () => {
  const cards = [1, 2, 3, 4].map((n) => sampleCard(n))
  const page = { data: cards, count_records: 4 }
  const small = slim(page)
  // A lean card contains the URL of its first picture three times; a document contains it once.
  expect(JSON.stringify(small)).not.toMatch(/"(images|featured_image|alt)":/)
  expect(JSON.stringify(small).length).toBeLessThan(JSON.stringify(page).length * 0.85)
  expect(fill(JSON.parse(JSON.stringify(small)))).toEqual({
    ...page,
    data: cards.map((card, place) => ({
      ...card,
      images: card.pictures.map(({ url }) => url),
      featured_image: card.pictures[0]?.url ?? '',
      // The first picture of a visible card has a preview.
      pictures: card.pictures.map(({ url, blur }, n) => ({
        url,
        alt: '',
        blur: place < 3 && n === 0 ? blur : '',
      })),
    })),
  })
  expect(cards[0]?.pictures[0]?.blur).not.toBe('')
})

test('A car on its own page keeps its pictures whole; recent ones do not', () => {
  const card = sampleCard(1)
  const reply = fill(slim({ data: card, recent_list: [card] })) as Record<string, unknown>
  expect((reply['data'] as typeof card).pictures).toEqual(card.pictures)
  expect((reply['recent_list'] as (typeof card)[])[0]?.pictures[0]?.alt).toBe('')
})

test('A make comes to a document without its models', () => {
  const make = { _id: 'audi', maketitle: 'Audi', count_models: 1, models: [{ _id: 'a4', modeltitle: 'A4' }] }
  expect(fill(slim([make]))).toEqual([{ ...make, models: [] }])
})
