import { expect, test } from 'vitest'
import { z } from 'zod/mini'
import { testServer } from '../support/api.ts'

const outside = process.env['TEST_DATABASE_URL'] !== undefined

async function expectEngine() {
  const { db, deps, close } = await testServer()
  try {
    expect(db.kind).toBe(outside ? 'postgres' : 'embedded')
    expect(deps.config.databaseUrl !== undefined).toBe(outside)
    const row = await db.row(z.object({ version: z.string(), cars: z.number() }), {
      text: 'select version() as version, (select count(*) from cars) as cars',
    })
    expect(row?.version).toMatch(/^PostgreSQL (1[5-9]|[2-9]\d)/)
    expect(row?.cars).toBe(0)
  } finally {
    await close()
  }
}

test.runIf(!outside)('Without DATABASE_URL the database is embedded [R-PWA-11]', expectEngine)
test.runIf(outside)('With DATABASE_URL PostgreSQL answers the same statements [R-PWA-12]', expectEngine)
