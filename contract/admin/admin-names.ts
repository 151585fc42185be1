import { z } from 'zod/mini'
import { adminList, adminWrite } from './admin-route.ts'
import { id, instant, line, text } from '../parts.ts'
import { knownOr } from '../values/list-inputs.ts'

/** Makes and models that dealers' tables have and the market does not (decision 63). */

export const askedNameStates = ['open', 'accepted', 'merged', 'refused'] as const
export type AskedNameState = (typeof askedNameStates)[number]

export const askedName = z.object({
  _id: id,
  make: z.string(),
  model: z.string(),
  state: z.enum(askedNameStates),
  /** Of all dealers who asked. */
  rows: z.int(),
  dealers: z.int(),
  /** Cells of at most three of them. */
  examples: z.array(z.string()),
  /** What it is called here; empty while that is open, and when it was refused. */
  called: z.string(),
  /** Why it was refused. */
  note: z.string(),
  created_at: instant,
  decided_at: z.nullable(instant),
  /** E-mail address of who decided. */
  decided_by: z.string(),
})
export type AskedName = z.output<typeof askedName>

/** Characters of a make, and of a model. */
export const longestName = 40
const model = (verb: 'choose' | 'write') => ({
  id,
  make: line(`Please ${verb} the make`, longestName),
  model: line(`Please ${verb} the model`, longestName),
})
/** Characters of the words for a refusal. */
export const longestRefusal = 200

export const adminNameRoutes = {
  /** Those of the most rows first. */
  adminListNames: adminList('list-names', askedName, {
    state: knownOr([...askedNameStates, 'all'] as const, 'open'),
  }),
  /** Adds the model, and its make where that is new, written as here. What was refused may be accepted later. */
  acceptName: adminWrite('accept-name', model('write')),
  /** It is the same as a model that is there. */
  mergeName: adminWrite('merge-name', model('choose')),
  /** Its dealers read why. */
  refuseName: adminWrite('refuse-name', { id, reason: text('Please say why', longestRefusal) }),
}
