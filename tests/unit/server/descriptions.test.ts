import { expect, test } from 'vitest'
import { safeDescription } from '../../../server/cars/cars-rules.ts'
import { PlainText } from '../../../server/outside/ai-text/plain-text.ts'
import { hostileHtml } from '../../support/hostile-html.ts'

/** All that a description may have between its words: these tags, and links to elsewhere without anything else. */
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

test('Cleaning twice is as good as once, so that nothing becomes dangerous by being cleaned [R-CAR-23]', () => {
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
