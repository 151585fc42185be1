import { z } from 'zod/mini'
import { adminList, adminWrite } from './admin-route.ts'
import { id, instant, line, text } from '../parts.ts'
import { knownOr } from '../values/list-inputs.ts'

/** Makes and models that appear in dealers' tables but not in the reference data (decision 63). */

export const askedNameStates = ['open', 'accepted', 'merged', 'refused'] as const
export type AskedNameState = (typeof askedNameStates)[number]

export const askedName = z.object({
  _id: id,
  make: z.string(),
  model: z.string(),
  state: z.enum(askedNameStates),
  /** Number of rows with this name, summed over all dealers who asked for the name. */
  rows: z.int(),
  dealers: z.int(),
  /** Cells of at most three of these rows. */
  examples: z.array(z.string()),
  /** The make and model that the reference data uses for this name; empty while the name is open and after a refusal. */
  called: z.string(),
  /** Reason for a refusal. */
  note: z.string(),
  created_at: instant,
  decided_at: z.nullable(instant),
  /** E-mail address of the admin who decided. */
  decided_by: z.string(),
})
export type AskedName = z.output<typeof askedName>

/** Maximum length in characters of a make and of a model. */
export const longestName = 40
const model = (verb: 'choose' | 'write') => ({
  id,
  make: line(`Please ${verb} the make`, longestName),
  model: line(`Please ${verb} the model`, longestName),
})
/** Maximum length in characters of the reason for a refusal. */
export const longestRefusal = 200

export const adminNameRoutes = {
  /** Lists names, those with the most rows first. */
  adminListNames: adminList('list-names', askedName, {
    state: knownOr([...askedNameStates, 'all'] as const, 'open'),
  }),
  /** Adds the model, and the make if it is new, in the spelling of the request. A refused name may be accepted later. */
  acceptName: adminWrite('accept-name', model('write')),
  /** Maps the name to an existing model. */
  mergeName: adminWrite('merge-name', model('choose')),
  /** Refuses the name; its dealers see the reason. */
  refuseName: adminWrite('refuse-name', { id, reason: text('Please say why', longestRefusal) }),
}
