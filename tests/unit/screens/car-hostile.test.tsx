import { render } from '@testing-library/react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { htmlLimits } from '#contract/values/html.ts'
import { richArticle } from '../../../src/parts/rich-article.tsx'
import { richText } from '../../../src/features/car/about/description.tsx'
import { hostileHtml } from '../../support/hostile-html.ts'
import fc from '../../support/property.ts'

const allowed = new Set([
  'P',
  'BR',
  'STRONG',
  'EM',
  'U',
  'S',
  'UL',
  'OL',
  'LI',
  'BLOCKQUOTE',
  'H3',
  'H4',
  'DIV',
])

test('A cached description draws only words and plain elements, whatever its HTML [R-CAR-23]', () => {
  for (const snippet of hostileHtml) {
    const { container, unmount } = render(<div>{richText(`Before ${snippet} after`)}</div>)
    for (const element of container.querySelectorAll('*')) {
      expect(allowed.has(element.tagName)).toBe(true)
      expect(element.attributes.length).toBe(0)
    }
    unmount()
  }
})

const deepest = (within: Element): number =>
  Math.max(0, ...[...within.children].map((child) => 1 + deepest(child)))

test.each([
  { of: 'A description', draw: richText },
  { of: 'An article', draw: richArticle },
])('$of nested deeply in an old copy is drawn flat, with all its words [R-CAR-23 R-BLOG-09]', ({ draw }) => {
  for (const open of ['<ul><li>', '<b>', '<blockquote>', '<i><ul>']) {
    // Browsers parse no deeper nesting, and neither does the parser of this test.
    const html = Array.from({ length: 300 }, (_, n) => `${open}word${n} `).join('')
    const { container, unmount } = render(<div>{draw(html)}</div>)
    expect(deepest(container)).toBeLessThanOrEqual(htmlLimits.depth + 3)
    expect(container.textContent.match(/word\d+/g)).toEqual(Array.from({ length: 300 }, (_, n) => `word${n}`))
    unmount()
  }
  for (const name of ['constructor', 'valueOf', 'toString', 'hasOwnProperty']) {
    const { container, unmount } = render(<div>{draw(`a <${name}>b</${name}> &${name}; c`)}</div>)
    expect(container.textContent).toBe(`a b &${name}; c`)
    unmount()
  }
})

test('A cached description with thousands of tags is drawn as plain words [R-CAR-23]', () => {
  const { container } = render(<div>{richText('<ul><li>word '.repeat(1600).repeat(2))}</div>)
  expect(container.querySelectorAll('*')).toHaveLength(1)
  expect(container.textContent.match(/word/g)).toHaveLength(3200)
})

const html = (text: string) => renderToStaticMarkup(<>{richText(text)}</>)

describe('A description as it is shown', () => {
  test('keeps paragraphs, lists and emphasis', () => {
    const text = '<p>One <b>owner</b></p><ul><li>Two keys</li></ul>'
    expect(html(text)).toBe('<p>One <strong>owner</strong></p><ul><li>Two keys</li></ul>')
    expect(html('Tom &amp; Jerry &lt;3 &#8358;5')).toBe('Tom &amp; Jerry &lt;3 ₦5')
    expect(html('a<br>b<br/>c')).toBe('a<br/>b<br/>c')
  })

  const evil = fc.constantFrom(
    '<script>x</script>',
    '<img src=x onerror=y>',
    '<a href="javascript:x">',
    '</a>',
    '<p onclick=x>',
    '</p>',
    '<li>',
    '<ul>',
    '</ul>',
    '<b>',
    '</b>',
    '<!-- ',
    '-->',
    '<svg><style>',
    '<',
    '>',
    '"',
    '&lt;script&gt;',
    '&#60;img&#62;',
    'text',
  )
  test('holds only the listed elements, bare of attributes, whatever was written [R-CAR-23]', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(evil, fc.string({ maxLength: 8 })), { maxLength: 30 }), (parts) => {
        for (const [tag] of html(parts.join('')).matchAll(/<[^>]*>/g)) {
          expect(tag).toMatch(/^<\/?(?:p|br|strong|em|u|s|ul|ol|li|blockquote|h3|h4)\/?>$/)
        }
      }),
      { numRuns: 500 },
    )
  })

  test('never loses words that stand outside of tags', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('<p>', '</p>', '<b>', '</b>', '<li>', '</ul>', '<h2>'), { maxLength: 12 }),
        (tags) => {
          const written = tags.map((tag, i) => `${tag}w${i} `).join('')
          const shown = html(written).replace(/<[^>]*>/g, '')
          for (const [i] of tags.entries()) expect(shown).toContain(`w${i} `)
        },
      ),
    )
  })
})
