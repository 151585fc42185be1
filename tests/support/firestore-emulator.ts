import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { homedir } from 'node:os'
import { delimiter, join } from 'node:path'

/**
 * Google's emulator of Firestore: it speaks the real protocol to Node and to browsers, and enforces the rules. It is not a
 * package: without it on the machine the Firestore tests cannot run. When a phone starts another listener while a document of
 * its first listener changes, a busy emulator sometimes writes one message into the middle of the other; the SDK then treats
 * the stream as broken and waits up to a minute.
 */
export type Emulator = { host: string } | { java: string; jar: string }

const programs = (name: string) => [name, `${name}.exe`]
function findJava(): string | undefined {
  const { JAVA_HOME, PATH = '' } = process.env
  const folders = [...(JAVA_HOME === undefined ? [] : [join(JAVA_HOME, 'bin')]), ...PATH.split(delimiter)]
  return folders.flatMap((folder) => programs('java').map((name) => join(folder, name))).find(existsSync)
}

const inSdk = 'platform/cloud-firestore-emulator/cloud-firestore-emulator.jar'
function findJar(): string | undefined {
  const { FIRESTORE_EMULATOR_JAR, CLOUDSDK_ROOT_DIR } = process.env
  if (FIRESTORE_EMULATOR_JAR) return existsSync(FIRESTORE_EMULATOR_JAR) ? FIRESTORE_EMULATOR_JAR : undefined
  const sdks = [
    CLOUDSDK_ROOT_DIR ?? '/usr/lib/google-cloud-sdk',
    '/usr/lib/google-cloud-sdk',
    '/usr/share/google-cloud-sdk',
    '/usr/local/google-cloud-sdk',
    '/opt/google-cloud-sdk',
    '/opt/homebrew/share/google-cloud-sdk',
    '/snap/google-cloud-cli/current',
    join(homedir(), 'google-cloud-sdk'),
  ].map((sdk) => join(sdk, inSdk))
  // The Firebase CLI stores its copy here.
  const cache = join(homedir(), '.cache/firebase/emulators')
  const cached = existsSync(cache)
    ? readdirSync(cache)
        .filter((name) => /^cloud-firestore-emulator-.*\.jar$/.test(name))
        .toSorted()
        .map((name) => join(cache, name))
    : []
  return [...sdks, ...cached.toReversed()].find(existsSync)
}

/**
 * Returns the running emulator that `FIRESTORE_EMULATOR_HOST` names, or the programs to start one; `undefined` without
 * either.
 */
export function findEmulator(): Emulator | undefined {
  const host = process.env['FIRESTORE_EMULATOR_HOST']
  if (host) return { host }
  const [java, jar] = [findJava(), findJar()]
  return java !== undefined && jar !== undefined ? { java, jar } : undefined
}

const freePort = () =>
  new Promise<number>((done) => {
    const server = createServer()
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo
      server.close(() => done(port))
    })
  })

export interface RunningEmulator {
  host: string
  stop: () => Promise<void>
}

/** Starts the emulator unless one runs, and waits until it is ready. */
export async function startEmulator(found: Emulator): Promise<RunningEmulator> {
  if ('host' in found) return { host: found.host, stop: () => Promise.resolve() }
  const port = await freePort()
  const main = 'com.google.cloud.datastore.emulator.firestore.CloudFirestore'
  const args = ['-Xmx512m', '-XX:+UseSerialGC', '-cp', found.jar, main]
  const child = spawn(found.java, [...args, '--host', '127.0.0.1', '--port', String(port)], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = new Promise<void>((done) => child.once('close', () => done()))
  // The process also ends when the test run is aborted.
  const kill = () => void child.kill('SIGKILL')
  process.once('exit', kill)
  try {
    await isRunning(child)
  } catch (error) {
    kill()
    throw error
  }
  return {
    host: `127.0.0.1:${port}`,
    stop: async () => {
      process.off('exit', kill)
      kill()
      await ended
    },
  }
}

function isRunning(child: ChildProcess): Promise<void> {
  const said: string[] = []
  return new Promise((done, fail) => {
    const hear = (chunk: Buffer) => {
      // Later output is ignored to save memory.
      if (said.length < 50) said.push(chunk.toString('utf8'))
      if (/is now running/.test(said.join(''))) done()
    }
    child.stdout?.on('data', hear)
    child.stderr?.on('data', hear)
    child.once('error', fail)
    child.once('close', (code) =>
      fail(new Error(`Firestore's emulator ended with ${code}: ${said.join('')}`)),
    )
  })
}

/** Returns the security rules of the repository. */
export const shippedRules = (): string => readFileSync('firestore.rules', 'utf8')

let made = 0
/** Creates a new project in the emulator with these rules; projects are isolated from each other. */
export async function newProject(host: string, rules: string = shippedRules()): Promise<string> {
  const id = `demo-${process.pid}-${Date.now().toString(36)}-${(made += 1)}`
  const answer = await fetch(`http://${host}/emulator/v1/projects/${id}:securityRules`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json', authorization: 'Bearer owner' },
    body: JSON.stringify({ rules: { files: [{ name: 'firestore.rules', content: rules }] } }),
  })
  if (!answer.ok) throw new Error(`The rules were not taken: ${await answer.text()}`)
  return id
}
