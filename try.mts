import { readingOf } from '/work/w-phrases/tests/support/phrases/reading.ts'
import { demoReference } from '/work/w-phrases/tests/support/demo-names.ts'
import { readFileSync } from 'node:fs'
for (const line of readFileSync(0, 'utf8').split('\n'))
  if (line.trim() !== '') console.log(line, ' | ', readingOf(line, demoReference))
