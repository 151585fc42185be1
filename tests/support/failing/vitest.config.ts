import { defineConfig } from 'vitest/config'

/** Config of tests that must fail; only `tests/project.test.ts` runs them. */
export default defineConfig({
  test: { include: ['tests/support/failing/*.test.ts'], setupFiles: ['tests/support/no-bugs.ts'] },
})
