// Helpers of every script: check whether dependencies and build are current, and bring them up to date. Plain JavaScript for
// a bare Node, because it runs before anything is installed.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const installStamp = join(root, 'node_modules/.motorkin-install')

/**
 * Options of Node where it serves, here and in `serve` of package.json. Twice the usual space for short-lived objects halves
 * the time of the garbage collector. A heap that may grow to twice the size of its live objects needs fewer full collections,
 * during which calls wait.
 */
export const nodeOptions = ['--max-semi-space-size=32', '--heap-growing-percent=100']

export const printLine = (line) => process.stdout.write(`${line}\n`)

/** Ends the script with a sentence that says what to do. */
export function stop(sentence) {
  process.stderr.write(`\n${sentence}\n`)
  process.exit(1)
}

function requireNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  if (major > 20 || (major === 20 && minor >= 19)) return
  stop(
    `Motorkin needs Node.js 20.19 or newer; this is ${process.version}. Install it from nodejs.org and try again.`,
  )
}

/** Returns a hash that changes when a file below one of the paths changes. */
export function fingerprint(paths) {
  const hash = createHash('sha256')
  const add = (path) => {
    const full = join(root, path)
    if (!existsSync(full)) return
    if (statSync(full).isDirectory()) {
      for (const name of readdirSync(full).toSorted()) add(`${path}/${name}`)
    } else {
      hash.update(path).update('\0').update(readFileSync(full)).update('\0')
    }
  }
  paths.forEach(add)
  return hash.digest('hex')
}

/** Returns whether a stamp has this value: its output was then made from the same inputs. */
export const isCurrent = (stamp, value) => existsSync(stamp) && readFileSync(stamp, 'utf8') === value

export function mark(stamp, value) {
  mkdirSync(dirname(stamp), { recursive: true })
  writeFileSync(stamp, value)
}

/** Runs a command in the project with its output shown; rejects when it fails. */
export function run(command, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd: root,
      stdio: 'inherit',
      ...options,
      env: { ...process.env, ...options.env },
    })
    child.on('error', reject)
    child.on('exit', (code, signal) =>
      code === 0 ? resolve() : reject(new Error(`${command} ${args.join(' ')} ended with ${code ?? signal}`)),
    )
  })
}

/** Returns the path of a program that npm installed. */
export const bin = (name) => join(root, 'node_modules/.bin', name)

/** Installs the locked dependencies when they are missing or the lock has changed. */
export async function ensureDependencies() {
  requireNode()
  const wanted = fingerprint(['package.json', 'package-lock.json'])
  if (isCurrent(installStamp, wanted)) return
  printLine('Installing dependencies (about a minute) …')
  // With NODE_ENV=production npm would leave out the build tools, which the scripts need.
  await run('npm', ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'])
  mark(installStamp, wanted)
}

const browsers = ['chromium', 'chromium-browser', 'google-chrome']
const which = (name) => spawnSync('which', [name], { encoding: 'utf8' }).stdout.trim()

/** Returns the path of Chromium; installs Debian's when there is none. */
export async function ensureChromium() {
  const find = () => process.env.CHROMIUM_PATH || browsers.map(which).find(Boolean)
  const found = find()
  if (found) return found
  printLine('Installing Chromium for the browser tests …')
  const asRoot = process.getuid?.() === 0 ? [] : ['sudo']
  const apt = (...args) =>
    run([...asRoot, 'apt-get'][0], [...asRoot, 'apt-get', ...args].slice(1), {
      env: { DEBIAN_FRONTEND: 'noninteractive' },
    })
  try {
    await apt('update', '-qq')
    await apt('install', '-y', '-qq', '--no-install-recommends', 'chromium')
  } catch (cause) {
    stop(
      `Chromium is missing and could not be installed (${cause.message}). Set CHROMIUM_PATH to a Chromium and try again.`,
    )
  }
  return find() ?? stop('Chromium was installed but cannot be found. Set CHROMIUM_PATH and try again.')
}
