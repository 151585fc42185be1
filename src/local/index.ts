/** Entry point of the local-first core for the start of the app and for tests. Screens use `#local/react`. */
export { createLocalApp } from './bootstrap/app.ts'
export type { LocalApp } from './bootstrap/app.ts'
export { bareEnv, browserEnv, syncTag, type Env } from './platform/env.ts'
