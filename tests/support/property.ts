import fc from 'fast-check'

/**
 * Properties of `fast-check`, tried on the same examples in every run, so that a change is judged by what it changed.
 * `FC_SEED=7 npm test` looks elsewhere; a run that finds something names the seed to be written into a test of its own.
 */
fc.configureGlobal({ seed: Number(process.env['FC_SEED'] ?? 20_261_123) })
export { default } from 'fast-check'
