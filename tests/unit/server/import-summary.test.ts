import { expect, test } from 'vitest'
import { type ImportProblem, type ImportProblemGroup, importLimits } from '#contract/selling/import.ts'
import { groupProblems } from '../../../server/import/jobs/job-summary.ts'

const problem = (reason: string, kind: ImportProblem['kind'] = 'refused'): ImportProblem => ({
  line: 2,
  stock_no: '',
  column: 'Price',
  value: 'x',
  reason,
  kind,
})
const sum = (groups: readonly ImportProblemGroup[]) => groups.reduce((n, { count }) => n + count, 0)

test('Problems of several batches are counted by column, reason and kind', () => {
  const first = groupProblems([], [problem('Empty.'), problem('Wrong.'), problem('Wrong.')])
  const second = groupProblems(first, [problem('Empty.'), problem('Empty.'), problem('Empty.', 'inactive')])
  expect(second.map(({ reason, kind, count }) => [reason, kind, count])).toEqual([
    ['Empty.', 'refused', 3],
    ['Wrong.', 'refused', 2],
    ['Empty.', 'inactive', 1],
  ])
  expect(first.map(({ count }) => count)).toEqual([2, 1])
})

test('However many reasons there are, groups are limited and lose no problem', () => {
  const many = Array.from({ length: 500 }, (_, i) => problem(`Reason ${i}.`, i % 2 ? 'refused' : 'inactive'))
  const groups = groupProblems(groupProblems([], many), many)
  expect(groups.length).toBeLessThanOrEqual(importLimits.groups + 2)
  expect(sum(groups)).toBe(1000)
})
