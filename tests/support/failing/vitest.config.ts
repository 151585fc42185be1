import { defineConfig } from 'vitest/config'

/** Tests that must fail; run by `tests/project.test.ts` alone. */
export default defineConfig({
  test: { include: ['tests/support/failing/*.test.ts'], setupFiles: ['tests/support/no-bugs.ts'] },
})
