import { render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { richText } from '../../../src/features/car/about/rich-text.tsx'
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

test('A description that an old copy on the phone still holds draws nothing but words and plain elements [R-CAR-23]', () => {
  for (const snippet of hostileHtml) {
    const { container, unmount } = render(<div>{richText(`Before ${snippet} after`)}</div>)
    for (const element of container.querySelectorAll('*')) {
      expect(allowed.has(element.tagName)).toBe(true)
      expect(element.attributes.length).toBe(0)
    }
    unmount()
  }
})
