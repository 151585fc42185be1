import { z } from 'zod/mini'
import { id, instant, line, yesNo, route, write } from '../parts.ts'

/** Alerts: a person waits for a model of which no car is for sale. */

export const alertLimits = {
  /** Maximum number of models that one person may wait for. */
  perPerson: 20,
  /** Maximum length in characters of make and model. */
  name: 81,
  /** Hours between two e-mails to one person. */
  emailEvery: 24,
  /** Days for which an alert is stored: after its e-mail, and without any e-mail. */
  notifiedLife: 90,
  waitingLife: 730,
} as const

/** Ends every alert of one person. Mail programs send a POST; people open the link in an e-mail. */
export const stopAlertsPath = '/api/v1/cars/stop-alerts/:secret'

/** `model` is make and model as in the reference lists. */
const modelAlert = z.object({
  model: z.string(),
  created_at: instant,
  /** Time at which its e-mail was written; null while the alert waits. */
  told_at: z.nullable(instant),
})
export type ModelAlert = z.output<typeof modelAlert>

export const alertRoutes = {
  /** Switches an alert on or off. A name that neither the reference lists nor the search know is refused. */
  setAlert: write('POST cars/set-alert', 'own:set-alert', {
    body: z.object({
      model: line('Please choose a model', alertLimits.name),
      want: yesNo,
      client_ref: z.optional(id),
    }),
    data: z.object({ model: z.string(), want: yesNo }),
  }),
  /** Lists alerts, newest first. */
  myAlerts: route('GET cars/my-alerts', 'own:my-alerts', {
    data: z.array(modelAlert),
    reply: { as_of: instant },
  }),
}
