import type { FastifyRequest } from 'fastify'
import { AppError } from '#contract/errors.ts'
import { importLimits } from '#contract/selling/import.ts'
import type { User } from '#contract/users/users.ts'
import { requiredActor } from '../../kernel/auth.ts'
import type { Sql } from '../../kernel/db/sql.ts'
import type { Deps } from '../../kernel/deps.ts'
import { dealerById } from '../stock-store.ts'

const notADealer = () =>
  new AppError('forbidden', {
    msg: 'Bulk import is for dealers. Please enter the name of your business in your profile first.',
  })

/** Throws unless this person sells as a dealer. */
export async function dealerOnly(sql: Sql, user: User | undefined): Promise<void> {
  const row = user && (await dealerById(sql, user.id))
  // The token outlived its person.
  if (!row) throw new AppError('unauthenticated')
  if (!row.is_dealer) throw notADealer()
}

/** Refuses a person who may not before a byte of the file is read. */
export function guardStart(deps: Deps) {
  return async (request: FastifyRequest): Promise<void> => {
    const { user } = await requiredActor(request, deps)
    await dealerOnly(deps.db, user)
    if (Number(request.headers['content-length'] ?? 0) > importLimits.file + 100_000) {
      throw new AppError('payload_too_large')
    }
  }
}
