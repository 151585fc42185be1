import { z } from 'zod/mini'
import { id, instant, line, yesNo, route, write } from '../parts.ts'

/** "Tell me when one is for sale": a person waits for a model of which no car is for sale. */

export const alertLimits = {
  /** Models that one person may wait for. */
  perPerson: 20,
  /** Characters of a make and a model. */
  name: 81,
  /** Hours between two e-mails to one person. */
  emailEvery: 24,
  /** Days an alert is stored after its e-mail, and one that had none. */
  notifiedLife: 90,
  waitingLife: 730,
} as const

/** Posted by mail programs, and opened by people in an e-mail: ends every alert of one person. */
export const stopAlertsPath = '/api/v1/cars/stop-alerts/:secret'

/** `model`: make and model as the lists write them. */
const modelAlert = z.object({
  model: z.string(),
  created_at: instant,
  /** When its e-mail was written; null while it waits. */
  told_at: z.nullable(instant),
})
export type ModelAlert = z.output<typeof modelAlert>

export const alertRoutes = {
  /** Sets the wanted state; a name that neither the lists nor the search know is refused. */
  setAlert: write('POST cars/set-alert', 'own:set-alert', {
    body: z.object({
      model: line('Please choose a model', alertLimits.name),
      want: yesNo,
      client_ref: z.optional(id),
    }),
    data: z.object({ model: z.string(), want: yesNo }),
  }),
  /** Newest first. */
  myAlerts: route('GET cars/my-alerts', 'own:my-alerts', {
    data: z.array(modelAlert),
    reply: { as_of: instant },
  }),
}
