import { build, type Rolldown } from 'vite'

/** Bundles the page of a benchmark into one script, in the same way as the app. */
export async function pageScript(entry: string): Promise<string> {
  const made = (await build({
    configFile: false,
    logLevel: 'warn',
    build: { write: false, minify: true, lib: { entry, formats: ['iife'], name: 'page' } },
    define: { 'process.env.NODE_ENV': '"production"' },
  })) as Rolldown.RolldownOutput[]
  const [chunk] = made.flatMap(({ output }) => output)
  if (chunk?.type !== 'chunk') throw new Error('The page of the benchmark was not built')
  return chunk.code
}

/** Returns a percentile; 0.5 is the median. */
export const percentile = (times: readonly number[], p: number) =>
  [...times].sort((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * p))] ?? 0
export const ms = (n: number) => `${n.toFixed(n < 10 ? 2 : 0)} ms`
