import { expect, test } from 'vitest'
import { typedAd } from '#contract/ads.ts'
import { blogForm } from '#contract/blogs.ts'
import { htmlLimits } from '#contract/values/html.ts'
import { safeArticle } from '../../../server/blogs/blogs-rules.ts'
import { safeDescription } from '../../../server/cars/ads/ad-rules.ts'
import { PlainText } from '../../../server/integrations/describe-ad.ts'
import { hostileHtml } from '../../support/hostile-html.ts'

/** The allowed markup of a description: these tags, and links to other sites without other attributes. */
const allowed =
  /<(?:\/?(?:p|b|strong|i|em|ul|ol|li|h3|h4|a)|br ?\/|a href="https?:\/\/[^"<>]*" rel="nofollow noopener")>/g
const rest = (html: string) => html.replace(allowed, '')

test('Nothing that runs, loads or covers the page comes out of a description [R-CAR-23]', () => {
  expect(hostileHtml.length).toBeGreaterThanOrEqual(60)
  const bad = hostileHtml.flatMap((snippet) =>
    [snippet, `Before ${snippet} after`, `<p>${snippet}</p>`, `<b>${snippet}`].flatMap((html) => {
      const left = rest(safeDescription(html))
      return /[<>]/.test(left) ? [`${html} → ${left}`] : []
    }),
  )
  expect(bad).toEqual([])
})

test('Cleaning twice equals cleaning once, so that cleaning makes nothing dangerous [R-CAR-23]', () => {
  for (const snippet of hostileHtml) {
    const once = safeDescription(snippet)
    expect(safeDescription(once)).toBe(once)
  }
})

test('What a seller may use to lay out a description stays [R-CAR-23]', () => {
  const html =
    '<h3>Extras</h3><p>One <b>owner</b>, <em>A/C</em> &amp; <a href="https://ok.example">more</a></p><ul><li>x</li></ul>'
  expect(safeDescription(html)).toBe(html.replace('example">', 'example" rel="nofollow noopener">'))
  expect(safeDescription('5 < 6 & "7"')).toBe('5 &lt; 6 &amp; "7"')
})

const depthOf = (html: string): number => {
  let [depth, deepest] = [0, 0]
  for (const [tag] of html.matchAll(/<\/?[a-z]\w*>/g)) {
    depth += tag.startsWith('</') ? -1 : 1
    deepest = Math.max(deepest, depth)
  }
  return deepest
}
const cleaners = [
  { of: 'a description', clean: safeDescription },
  { of: 'an article', clean: safeArticle },
]

test.each(cleaners)(
  '$of that is nested deeply keeps its words and loses its depth [R-CAR-23]',
  ({ clean }) => {
    for (const open of ['<ul><li>', '<b>', '<div><p><i>', '<ol><li><p>']) {
      const deep = Array.from({ length: 900 }, (_, n) => `${open}word${n} `).join('')
      const once = clean(deep)
      expect(depthOf(once)).toBeLessThanOrEqual(htmlLimits.depth)
      expect(once.match(/word\d+/g)).toEqual(Array.from({ length: 900 }, (_, n) => `word${n}`))
      expect(clean(once)).toBe(once)
    }
    // Flattening keeps the words of different blocks apart and adds no long run of empty lines.
    const list = `${'<ul><li>'.repeat(40)}<p>a</p><p>b</p>`
    expect(clean(list)).toMatch(/a(<br \/>| )b/)
    expect(clean('<ul><li>'.repeat(1600)).match(/<br/g)).toBeNull()
  },
)

test.each(cleaners)(
  '$of in layout as usual, pasted with wrappers, stays as it is [R-CAR-23]',
  ({ clean }) => {
    const html = '<ol><li>a<ul><li>b<ul><li><p><strong>c</strong></p></li></ul></li></ul></li></ol>'
    expect(clean(html)).toBe(html)
    const wrapped = `${'<div><span>'.repeat(50)}${html}${'</span></div>'.repeat(50)}`
    expect(clean(wrapped)).toBe(html)
  },
)

test.each(cleaners)(
  '$of of too many tags is its words alone, cleaned without delay [R-CAR-23]',
  ({ clean }) => {
    const limit = 40_000
    const floods = ['<ul><li>', '<b>', '<br>', '<p>a', '</i>', '<x>']
    for (const flood of [...floods, `${'<b>'.repeat(5000)}${'</i>'.repeat(5000)}`]) {
      const html = `first ${flood.repeat(Math.ceil(limit / flood.length))} last`
      const started = performance.now()
      const left = clean(html)
      expect(performance.now() - started).toBeLessThan(1000)
      expect(left).toMatch(/^first .* last$/s)
      expect(left).not.toMatch(/<[a-z/!]/i)
    }
  },
)

test('An ad or article with too many tags is refused at its field [R-CAR-23]', () => {
  for (const schema of [typedAd.shape.description, blogForm.shape.description]) {
    expect(schema.safeParse('<br>'.repeat(htmlLimits.tags)).success).toBe(true)
    const { error } = schema.safeParse('<br>'.repeat(htmlLimits.tags + 1))
    expect(error?.issues.map(({ message }) => message)).toEqual(['At most 4000 tags'])
  }
})

test('A text from outside is plain, however its pieces are cut [R-API-48]', () => {
  const read = (text: string, size: number) => {
    const plain = new PlainText()
    let out = ''
    for (let at = 0; at < text.length; at += size) out += plain.push(text.slice(at, at + size))
    return out + plain.end()
  }
  for (const snippet of hostileHtml) {
    const text = `Before ${snippet} after`
    const whole = read(text, text.length)
    expect(whole).not.toMatch(/<[a-z/!?]/i)
    expect([1, 2, 3, 7].map((size) => read(text, size).trim())).toEqual(
      Array.from({ length: 4 }, () => whole.trim()),
    )
  }
  expect(read('A car.\r\n\r\n**Bold** # not a heading, 5 < 6.', 3)).toBe(
    'A car.\n\nBold # not a heading, 5 < 6.',
  )
})
