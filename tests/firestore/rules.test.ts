import { expect, inject, test } from 'vitest'
import { newProject, shippedRules } from '../support/firestore-emulator.ts'
import { ruleAttempts, surprises } from './rule-attempts.ts'

/** A condition of the rules without one clause, or without one alternative. */
interface Mutant {
  line: number
  clause: string
  rules: string
}

/** Functions that compute a value; the clauses that use the value test them. */
const values = /function (me|people|changed|size|moved|before|after)\(/

function mutantsOf(rules: string): Mutant[] {
  const lines = rules.split('\n')
  let isValue = false
  return lines.flatMap((line, i) => {
    if (line.includes('function ')) isValue = values.test(line)
    const found = /^(\s*(?:&& \(?|\|\| |return |allow [a-z, ]+: if ))(.+?)(\)?;?)$/.exec(line)
    const [, head = '', clause = '', tail = ''] = found ?? []
    if (!found || isValue) return []
    // The closing bracket belongs to the clause.
    const isOpen = (text: string) => text.split('(').length > text.split(')').length
    const [whole, rest] = isOpen(clause) ? [`${clause})`, tail.replace(')', '')] : [clause, tail]
    const isAlternative =
      head.includes('||') || /^\s*&& \($/.test(head) || lines[i + 1]?.trim().startsWith('||')
    const mutated = lines.with(i, `${head}${isAlternative ? 'false' : 'true'}${rest}`).join('\n')
    return [{ line: i + 1, clause: whole, rules: mutated }]
  })
}

test('The rules let people do what a chat needs, and nothing else [R-EXT-01 R-ENT-37 R-STATE-25]', async () => {
  const project = await newProject(inject('firestore'))
  expect(await surprises(inject('firestore'), project)).toEqual([])
  expect(ruleAttempts.filter(({ may }) => !may).length).toBeGreaterThan(50)
})

test('Removing any clause of the rules changes the outcome of some attempt [R-EXT-01]', async () => {
  const host = inject('firestore')
  const missed: string[] = []
  const mutants = mutantsOf(shippedRules())
  for (const [i, { line, clause, rules }] of mutants.entries()) {
    // Attempts and rules have roughly the same order, so the attempts that concern this clause run first.
    const begin = Math.max(0, Math.floor((i / mutants.length) * ruleAttempts.length) - 8)
    const [first] = await surprises(host, await newProject(host, rules), begin)
    process.stdout.write(`${line}: ${clause} -> ${first ?? 'NOT NOTICED'}\n`)
    if (first === undefined) missed.push(`${line}: ${clause}`)
  }
  expect(missed).toEqual([])
  expect(mutants.length).toBeGreaterThan(50)
})
