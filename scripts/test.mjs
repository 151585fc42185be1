// npm test: what a change must pass within ten minutes, with one closing line. `--long` runs what takes longer: every story
// in Chromium, several processes, histories, sizes. `--full` runs both with all further histories and variants, `--fast`
// leaves the browser out, `--day` runs the tests with random examples, with the seed of the day and for at most eight
// minutes, `--only a,b` runs the named steps.
import { spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import { freemem, tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureBuild } from './build.mjs'
import { bin, ensureChromium, ensureDependencies, root, printLine } from './project.mjs'

const reports = mkdtempSync(join(tmpdir(), 'motorkin-test-'))
const command = (program, ...args) => ({ program: bin(program), args })
const script = (file, ...args) => ({ program: process.execPath, args: [join('scripts', file), ...args] })
const vitest = (projects, files = [], tags = tagged) => {
  const report = join(reports, `${[...projects, files.length].join('-')}.json`)
  const args = ['run', ...tags, ...projects.flatMap((p) => ['--project', p]), ...files]
  return {
    ...command('vitest', ...args, '--reporter=default', '--reporter=json', `--outputFile.json=${report}`),
    report,
  }
}

/** Whether to run the further histories and variants too, which `npm test` leaves to `npm run test:full`. */
const full = process.argv.includes('--full')
const tagged = full ? [] : ['--tagsFilter=!full']
/** Projects that need no browser; they share one process, whose workers load each module once. */
const withoutBrowser = ['unit', 'screens', 'screens-apart', 'api']
const longer = ['api-long', 'durability', 'engine', 'model', 'firestore']
/** Stories of every run: no signal, lost replies, a database that dies, two devices. */
const core = ['tests/e2e/core']
const fast = process.argv.includes('--fast')
const long = process.argv.includes('--long')
const day = process.argv.includes('--day')

const steps = {
  types: command('tsc', '-b'),
  lint: command('oxlint', '--type-aware', '--deny-warnings'),
  format: command('oxfmt', '--check'),
  build: { prepare: ensureBuild },
  vitest: vitest(withoutBrowser),
  longer: vitest(longer),
  core: { ...vitest(['e2e'], core), prepare: ensureChromium },
  size: script('size.mjs'),
  e2e: { ...vitest(['e2e']), prepare: ensureChromium },
  properties: vitest(['unit', 'screens', 'api', 'api-long'], filesWithProperties()),
  histories: vitest(['model', 'engine'], ['tests/model/outbox', 'tests/engine']),
  chaos: { ...vitest(['e2e'], ['tests/chaos'], []), prepare: ensureChromium },
}
for (const project of [...withoutBrowser, ...longer]) steps[project] ??= vitest([project])
/** Steps of one lane run one after another; the lanes of one row run in parallel, so that no core is idle. */
const everyRun = [[['types', 'lint', 'format', 'build', ...(fast || full ? [] : ['core'])], ['vitest']]]
const longRun = [[['build'], ['longer']], [['e2e']], [['size']]]
const rows = day
  ? [[['build', 'properties', 'histories', 'chaos']]]
  : long
    ? longRun
    : full
      ? [...everyRun, ...longRun]
      : everyRun
/** Milliseconds after its start at which a run of the day stops. */
const limit = day ? 8 * 60_000 : Infinity
const isOver = () => performance.now() > limit
/** Seed of the day, the same for everyone who runs the tests on that day. */
const seed = new Date().toISOString().slice(0, 10).replaceAll('-', '')
// Numbers of random histories of a run, and their seeds.
const histories = day
  ? { FC_SEED: seed, MODEL_RUNS: '10000', ENGINE_RUNS: '200', CHAOS_RUNS: '6' }
  : full
    ? { MODEL_RUNS: '20000', ENGINE_RUNS: '1000', CHAOS_RUNS: '20' }
    : { MODEL_RUNS: '3000', ENGINE_RUNS: '40', PARITY_RUNS: '160', FEED_RUNS: '10' }
if (day) for (const name of ['MODEL_SEED', 'ENGINE_SEED', 'CHAOS_SEED']) histories[name] = seed
else histories.MODEL_SEED = '20000'
for (const [name, value] of Object.entries(histories)) process.env[name] ??= value

/** Returns the test files whose examples follow `FC_SEED`. */
function filesWithProperties() {
  return readdirSync(join(root, 'tests'), { recursive: true, encoding: 'utf8' })
    .filter((name) => /^(unit|api)\b.*\.test\.tsx?$/.test(name))
    .map((name) => `tests/${name}`)
    .filter((file) => readFileSync(join(root, file), 'utf8').includes('support/property.ts'))
}

/** Returns a folder in memory for temporary data of tests, where the machine has enough memory. */
function memoryFolder() {
  const room = 4 * 2 ** 30
  try {
    const { bavail, bsize } = statfsSync('/dev/shm')
    if (bavail * bsize < room || freemem() < 2 * room) return undefined
    const folder = mkdtempSync('/dev/shm/motorkin-test-')
    // PostgreSQL refuses to run as root, so tests start it as another user, who must get through this folder.
    chmodSync(folder, 0o711)
    return folder
  } catch (cause) {
    // Only Linux has /dev/shm, and not every Linux lets this process write there.
    printLine(`Tests keep their data in ${tmpdir()}: ${cause.code}`)
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
  return only > 0 ? [[process.argv[only + 1].split(',')]] : rows
}

/** Runs a program; with `aside` its output is printed when it has ended. */
function execute({ program, args }, env, aside) {
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      cwd: root,
      stdio: ['inherit', aside ? 'pipe' : 'inherit', aside ? 'pipe' : 'inherit'],
      env: { ...process.env, ...env },
    })
    const output = []
    const timer = limit < Infinity && setTimeout(() => child.kill('SIGINT'), limit - performance.now())
    child.stdout?.on('data', (chunk) => output.push(chunk))
    child.stderr?.on('data', (chunk) => output.push(chunk))
    child.on('error', () => resolve(false))
    child.on('close', (code) => {
      clearTimeout(timer)
      process.stdout.write(Buffer.concat(output))
      resolve(code === 0)
    })
  })
}

/** Returns the failed tests of a report, each with the first words of its reason, for the end of the output. */
function failuresOf({ testResults }) {
  return testResults.flatMap(({ name, message, assertionResults }) => {
    const file = name.replace(`${root}/`, '')
    const failed = assertionResults.filter(({ status }) => status === 'failed')
    // A file that does not load has no failed test of its own.
    if (failed.length === 0) return message ? [`${file}\n    ${firstWords(message)}`] : []
    return failed.map(
      ({ fullName, failureMessages }) => `${file} > ${fullName}\n    ${firstWords(failureMessages[0] ?? '')}`,
    )
  })
}
const firstWords = (text) => text.split('\n').slice(0, 3).join('\n    ').slice(0, 500)

/**
 * Titles of tests that this machine could not run. The output ends with these titles, so that the tests are not taken for
 * passed.
 */
const leftOut = []
const noteLeftOut = ({ testResults }) =>
  leftOut.push(
    ...testResults
      .filter(({ name }) => name.endsWith('/not-run.test.ts'))
      .flatMap(({ assertionResults }) => assertionResults.map(({ title }) => title)),
  )

/** Durations of the test files; the slowest are printed for a person who wants a shorter run. */
const slowest = []
const noteSlowest = ({ testResults }) =>
  slowest.push(...testResults.map(({ name, startTime, endTime }) => [endTime - startTime, name]))

/** Runs a step and returns how many of its checks passed and failed; a step without a report counts as one check. */
async function perform(step, aside) {
  if (isOver()) {
    printLine('The time of this run is over; what it did not reach is left to the next day.')
    return { passed: 0, failed: 0 }
  }
  let env = memory ? { TMPDIR: memory, DISK_FOLDER: tmpdir() } : {}
  try {
    const chromium = await step.prepare?.()
    if (chromium) env = { ...env, CHROMIUM_PATH: chromium }
  } catch (cause) {
    printLine(String(cause.message))
    return { passed: 0, failed: 1 }
  }
  const good = step.program ? await execute(step, env, aside) : true
  if (!step.report) return { passed: good ? 1 : 0, failed: good ? 0 : 1 }
  try {
    const report = JSON.parse(readFileSync(step.report, 'utf8'))
    noteSlowest(report)
    noteLeftOut(report)
    const { numPassedTests, numFailedTests, numFailedTestSuites } = report
    // Tests that the time limit cut off do not count as failed; tests that failed before the limit do.
    const failed = numFailedTests || (good || isOver() ? 0 : Math.max(1, numFailedTestSuites))
    return { passed: numPassedTests, failed, words: failuresOf(report) }
  } catch {
    return { passed: 0, failed: isOver() ? 0 : 1 }
  }
}

await ensureDependencies()
const started = performance.now()
const total = { passed: 0, failed: 0 }
const failures = []
const seconds = (from) => ((performance.now() - from) / 1000).toFixed(1)

async function runLane(lane, aside) {
  for (const name of lane) {
    const from = performance.now()
    if (!aside) printLine(`\n── ${name} ${'─'.repeat(Math.max(0, 60 - name.length))}`)
    const { passed, failed, words = [] } = await perform(steps[name], aside)
    total.passed += passed
    total.failed += failed
    if (failed > 0) failures.push([name, words])
    printLine(`${name}: ${passed} passed, ${failed} failed (${seconds(from)} s)`)
  }
}
// The last lane of a row takes longest, so it prints its output while it runs.
for (const row of chosen()) await Promise.all(row.map((lane, place) => runLane(lane, place < row.length - 1)))
if (slowest.length > 0) {
  printLine('\nThe slowest files:')
  for (const [ms, file] of slowest.toSorted(([a], [b]) => b - a).slice(0, 15))
    printLine(`${(ms / 1000).toFixed(1).padStart(7)} s  ${file.replace(`${root}/`, '')}`)
}
for (const words of leftOut) printLine(`\n${words}`)
for (const [name, words] of failures) printLine([`\nFailed: ${name}`, ...words].join('\n  '))
printLine(`\nAll of it took ${seconds(started)} s.`)
printLine(`\n${total.passed} passed, ${total.failed} failed`)
process.exit(total.failed === 0 ? 0 : 1)
