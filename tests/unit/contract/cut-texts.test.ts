import { expect, test } from 'vitest'
import { blogLimits } from '#contract/blogs.ts'
import { cutDescription } from '#contract/heads/head.ts'
import { excerptOf } from '../../../server/blogs/blogs-rules.ts'
import { headerLine } from '../../../server/kernel/mail/outbox.ts'

test('A shortened text ends in no half emoji, wherever it is cut', () => {
  for (const start of ['', 'x']) {
    const text = start + '🚗'.repeat(300)
    const cuts = [cutDescription(text, 160), headerLine(text), excerptOf(`<p>${text}</p>`)]
    for (const short of cuts) expect(short).toMatch(/^x?(?:🚗)+…?$/u)
    expect(cuts.map(({ length }) => length > 100)).toEqual([true, true, true])
    expect(cuts[2]?.length).toBeLessThanOrEqual(blogLimits.excerpt)
  }
  expect(cutDescription(`${'a'.repeat(60)} 🚗`, 63)).toBe(`${'a'.repeat(60)} 🚗`)
})
