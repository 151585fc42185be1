// npm test: everything a change must pass, with one closing line. `--fast` leaves the browser out,
// `--only a,b` runs the named steps.
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import { freemem, tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureBuild } from './build.mjs'
import { bin, ensureChromium, ensureDependencies, root, say } from './project.mjs'

const reports = mkdtempSync(join(tmpdir(), 'motorkin-test-'))
const command = (program, ...args) => ({ program: bin(program), args })
const script = (file, ...args) => ({ program: process.execPath, args: [join('scripts', file), ...args] })
const vitest = (...projects) => {
  const report = join(reports, `${projects.join('-')}.json`)
  const args = ['run', ...projects.flatMap((p) => ['--project', p])]
  return {
    ...command('vitest', ...args, '--reporter=default', '--reporter=json', `--outputFile.json=${report}`),
    report,
  }
}

const steps = {
  types: command('tsc', '-b'),
  lint: command('oxlint', '--type-aware', '--deny-warnings'),
  format: command('oxfmt', '--check'),
  unit: vitest('unit', 'screens'),
  api: vitest('api'),
  durability: vitest('durability'),
  model: vitest('model'),
  engine: vitest('engine'),
  build: { prepare: ensureBuild },
  size: script('size.mjs'),
  e2e: { ...vitest('e2e'), prepare: ensureChromium },
}
// Each test file works on a copy of a database of 1,200 files: in memory that takes a tenth of the time. What is about
// the disk itself stays on the disk.
const onDisk = new Set(['durability'])
const slow = new Set(['durability', 'engine', 'e2e', 'size'])

/** A folder in memory for what tests keep for a moment, where the machine has the room. */
function memoryFolder() {
  const room = 4 * 2 ** 30
  try {
    const { bavail, bsize } = statfsSync('/dev/shm')
    if (bavail * bsize < room || freemem() < 2 * room) return undefined
    return mkdtempSync('/dev/shm/motorkin-test-')
  } catch (cause) {
    // Only Linux has one, and not all of them let us write there.
    say(`Tests keep their data in ${tmpdir()}: ${cause.code}`)
    return undefined
  }
}
const memory = memoryFolder()
process.once('SIGINT', () => process.exit(130))
process.once('SIGTERM', () => process.exit(143))
process.once('exit', () => {
  for (const folder of [reports, memory]) if (folder) rmSync(folder, { recursive: true, force: true })
})

function chosen() {
  const only = process.argv.indexOf('--only')
  if (only > 0) return process.argv[only + 1].split(',')
  return Object.keys(steps).filter((name) => !process.argv.includes('--fast') || !slow.has(name))
}

function execute({ program, args }, env) {
  return new Promise((resolve) => {
    const child = spawn(program, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } })
    child.on('error', () => resolve(false))
    child.on('exit', (code) => resolve(code === 0))
  })
}

/** The failed tests of a report, each with the first words of its reason: they stand together at the very end. */
function failuresOf({ testResults }) {
  return testResults.flatMap(({ name, message, assertionResults }) => {
    const file = name.replace(`${root}/`, '')
    const failed = assertionResults.filter(({ status }) => status === 'failed')
    // A file that does not even load has no failed test of its own.
    if (failed.length === 0) return message ? [`${file}\n    ${firstWords(message)}`] : []
    return failed.map(
      ({ fullName, failureMessages }) => `${file} > ${fullName}\n    ${firstWords(failureMessages[0] ?? '')}`,
    )
  })
}
const firstWords = (text) => text.split('\n').slice(0, 3).join('\n    ').slice(0, 500)

/** How many checks of a step passed and failed; a step without a report counts as one. */
async function perform(name, step) {
  let env = memory && !onDisk.has(name) ? { TMPDIR: memory } : {}
  try {
    const chromium = await step.prepare?.()
    if (chromium) env = { ...env, CHROMIUM_PATH: chromium }
  } catch (cause) {
    say(String(cause.message))
    return { passed: 0, failed: 1 }
  }
  const good = step.program ? await execute(step, env) : true
  if (!step.report) return { passed: good ? 1 : 0, failed: good ? 0 : 1 }
  try {
    const report = JSON.parse(readFileSync(step.report, 'utf8'))
    const { numPassedTests, numFailedTests, numFailedTestSuites } = report
    const failed = numFailedTests || (good ? 0 : Math.max(1, numFailedTestSuites))
    return { passed: numPassedTests, failed, words: failuresOf(report) }
  } catch {
    return { passed: 0, failed: 1 }
  }
}

// The short way looks at fewer histories.
if (process.argv.includes('--fast')) process.env.MODEL_RUNS ??= '3000'
await ensureDependencies()
const total = { passed: 0, failed: 0 }
const failures = []
for (const name of chosen()) {
  const from = performance.now()
  say(`\n── ${name} ${'─'.repeat(Math.max(0, 60 - name.length))}`)
  const { passed, failed, words = [] } = await perform(name, steps[name])
  total.passed += passed
  total.failed += failed
  if (failed > 0) failures.push([name, words])
  say(`${name}: ${passed} passed, ${failed} failed (${((performance.now() - from) / 1000).toFixed(1)} s)`)
}
for (const [name, words] of failures) say([`\nFailed: ${name}`, ...words].join('\n  '))
say(`\n${total.passed} passed, ${total.failed} failed`)
process.exit(total.failed === 0 ? 0 : 1)
