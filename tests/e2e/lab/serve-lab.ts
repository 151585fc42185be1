import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { build } from 'vite'
import { distDir } from '../../support/server.ts'

const home = 'node_modules/.cache/motorkin'
const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** Copies the build under test and adds the lab; the server serves it with the same headers. */
export async function labDist(): Promise<{ dist: string; remove: () => void }> {
  mkdirSync(home, { recursive: true })
  const dist = resolve(mkdtempSync(join(home, 'lab-')))
  cpSync(distDir, dist, { recursive: true })
  await build({
    configFile: false,
    logLevel: 'error',
    base: '/lab/',
    resolve: { alias: { dexie: here('../../../node_modules/dexie/dist/modern/dexie.mjs') } },
    worker: { format: 'es' },
    build: {
      outDir: join(dist, 'app/lab'),
      target: 'es2022',
      rolldownOptions: { input: here('lab.ts'), output: { entryFileNames: 'lab.js' } },
    },
  })
  return { dist, remove: () => rmSync(dist, { recursive: true, force: true }) }
}

/** Opens an address of the app and loads the lab into it. */
export async function enterLab(page: Page, origin: string, path = '/contact-us'): Promise<void> {
  await page.goto(origin + path)
  await page.addScriptTag({ url: '/lab/lab.js', type: 'module' })
  await page.waitForFunction(() => 'lab' in globalThis)
}
