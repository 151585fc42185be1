// The production build: the app and its worker (dist/app), the server (dist/server), both ready to be served.
import { cpSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { bin, ensureDependencies, fingerprint, isCurrent, mark, root, run, printLine } from './project.mjs'

const buildStamp = join(root, 'dist/.stamp')

const compressible = /\.(js|css|html|svg|json|webmanifest|txt)$/
const br = promisify(brotliCompress)
const gz = promisify(gzip)

/** Writes a .br and a .gz beside every text file, so that the server never compresses while it serves. */
async function precompress(folder) {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((file) => compressible.test(file) && statSync(file).isFile())
  await Promise.all(
    files.map(async (file) => {
      const data = readFileSync(file)
      writeFileSync(`${file}.br`, await br(data, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }))
      writeFileSync(`${file}.gz`, await gz(data, { level: 9 }))
    }),
  )
}

async function build() {
  rmSync(join(root, 'dist'), { recursive: true, force: true })
  const quiet = { env: { NODE_ENV: 'production' } }
  await run(bin('vite'), ['build', '--logLevel', 'warn'], quiet)
  await run(bin('vite'), ['build', '--config', 'vite.server.config.ts', '--logLevel', 'warn'], quiet)
  await run(bin('vite'), ['build', '--config', 'vite.render.config.ts', '--logLevel', 'warn'], quiet)
  cpSync(join(root, 'server/migrations'), join(root, 'dist/server/migrations'), { recursive: true })
  cpSync(join(root, 'server/web/found/cards/fonts'), join(root, 'dist/server/card-fonts'), {
    recursive: true,
  })
  await run(process.execPath, [join(root, 'dist/server/write-sheets.js'), join(root, 'dist/app')])
  await precompress(join(root, 'dist/app'))
}

const buildInputs = [
  'catalogue',
  'contract',
  'demo',
  'server',
  'src',
  'sw',
  'public',
  'index.html',
  'package.json',
  'package-lock.json',
  'vite.config.ts',
  'vite.server.config.ts',
  'vite.render.config.ts',
  'scripts/build.mjs',
  'scripts/one-path-icons.ts',
  'scripts/sheet.ts',
]

/** Builds app and server when a source has changed since the last build. */
export async function ensureBuild() {
  const wanted = fingerprint(buildInputs)
  if (isCurrent(buildStamp, wanted)) return
  printLine('Building the app and the server …')
  await build()
  mark(buildStamp, wanted)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await ensureDependencies()
  if (process.argv.includes('--if-stale')) await ensureBuild()
  else {
    rmSync(join(root, 'dist'), { recursive: true, force: true })
    await ensureBuild()
    printLine('Built into dist/.')
  }
}
