import { render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { htmlLimits } from '#contract/values/html.ts'
import { richArticle } from '../../../src/parts/rich-article.tsx'
import { richText } from '../../../src/features/car/about/description.tsx'
import { hostileHtml } from '../../support/hostile-html.ts'

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
    // As deep as a browser nests at all; the reader of this test goes no deeper either.
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
