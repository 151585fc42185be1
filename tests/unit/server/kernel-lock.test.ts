import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { DirectoryInUse, lockDirectory, lockPathOf } from '../../../server/kernel/db/lock.ts'

let home: string
let dir: string
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'motorkin-lock-'))
  dir = join(home, 'db')
  mkdirSync(dir)
})
afterEach(() => rmSync(home, { recursive: true, force: true }))

/** Starts a process that holds the lock until it is killed. */
async function holder(target: string) {
  const code = `import { lockDirectory } from '${join(import.meta.dirname, '../../../server/kernel/db/lock.ts')}'
    await lockDirectory(process.argv.at(-1)); console.log('held'); setInterval(() => {}, 1000)`
  const args = ['--import', 'tsx', '--input-type=module', '-e', code, '--', target]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  await new Promise((held) => child.stdout.once('data', held))
  return async () => {
    const gone = new Promise((done) => child.once('exit', done))
    child.kill('SIGKILL')
    await gone
  }
}

test('A second process on one data directory is refused, and told what to do', async () => {
  const kill = await holder(dir)
  const refused = lockDirectory(dir)
  await expect(refused).rejects.toBeInstanceOf(DirectoryInUse)
  await expect(refused).rejects.toThrow(/Another Motorkin process is using .*DATA_DIR/)
  await kill()
})

test('A process that was killed holds nothing: the next one takes over at once', async () => {
  const kill = await holder(dir)
  await kill()
  expect(existsSync(lockPathOf(dir))).toBe(true)
  const lock = await lockDirectory(dir)
  await expect(lockDirectory(dir)).rejects.toBeInstanceOf(DirectoryInUse)
  await lock.release()
})

test('Of many who find a dead lock exactly one gets it', async () => {
  const kill = await holder(dir)
  await kill()
  const results = await Promise.allSettled(Array.from({ length: 8 }, () => lockDirectory(dir)))
  const won = results.filter((result) => result.status === 'fulfilled')
  expect(won).toHaveLength(1)
  for (const { value } of won) await value.release()
})

test('A lock that was given back is free', async () => {
  const first = await lockDirectory(dir)
  await first.release()
  const second = await lockDirectory(dir)
  await second.release()
  expect(existsSync(lockPathOf(dir))).toBe(false)
})

test('The same directory by another name is the same directory', async () => {
  const other = join(home, 'link')
  symlinkSync(dir, other)
  const lock = await lockDirectory(dir)
  await expect(lockDirectory(other)).rejects.toBeInstanceOf(DirectoryInUse)
  await lock.release()
})

test('A directory with a very long name is locked as well', async () => {
  const deep = join(home, 'a'.repeat(60), 'b'.repeat(60))
  mkdirSync(deep, { recursive: true })
  expect(Buffer.byteLength(lockPathOf(deep))).toBeLessThanOrEqual(100)
  const lock = await lockDirectory(deep)
  await expect(lockDirectory(deep)).rejects.toBeInstanceOf(DirectoryInUse)
  await lock.release()
})
