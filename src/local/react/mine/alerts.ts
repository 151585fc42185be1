import type { AlertSet } from '#contract/commands.ts'
import { alertRoutes, type ModelAlert } from '#contract/forms/alerts.ts'
import type { OutboxEntry } from '../../outbox/view.ts'
import { useCommand, useOutbox } from '../context.ts'
import { useMine } from './use-mine.ts'

/** An alert of this person; `waiting` is whether the server has not confirmed it yet. */
export type ShownAlert = Pick<ModelAlert, 'model' | 'told_at'> & { waiting: boolean }

/**
 * Returns the latest wish about each model that a response of that time does not include. The outbox is in the order of its
 * writes: open entries, then sent ones, newest first. No clock decides which is later (I19).
 */
function wishesIn(outbox: readonly OutboxEntry[], asOf: number): Map<string, OutboxEntry> {
  const wishes = new Map<string, OutboxEntry>()
  for (const entry of outbox) {
    if (entry.kind !== 'alert.set' || entry.cancelling || entry.state === 'rejected') continue
    if (entry.state === 'done' && (entry.doneAt ?? 0) < asOf) continue
    const { model } = entry.payload as AlertSet
    if (entry.state !== 'done' || !wishes.has(model)) wishes.set(model, entry)
  }
  return wishes
}

/** Returns the models that this person waits for: they get an e-mail when a car of the model is for sale. */
export function useAlerts() {
  const { data = [], asOf = 0 } = useMine('alerts', async (get) => {
    const { data: value, as_of: at } = await get(alertRoutes.myAlerts)
    return { value, at }
  })
  const wishes = wishesIn(useOutbox(), asOf)
  const put = useCommand('alert.set')
  const wished = [...wishes.values()].flatMap(({ payload, state }): ShownAlert[] => {
    const { model, want } = payload as AlertSet
    return want === 'yes' ? [{ model, told_at: null, waiting: state !== 'done' }] : []
  })
  const rest = data.flatMap(({ model, told_at }) =>
    wishes.has(model) ? [] : [{ model, told_at, waiting: false }],
  )
  const alerts = [...wished, ...rest]
  return {
    /** The server's last response, with this phone's wishes on top; newest first. */
    alerts,
    /** Returns whether this person waits for a model. */
    wants: (model: string) => alerts.some((one) => one.model === model && one.told_at === null),
    set: (model: string, want: boolean) => put({ model, want: want ? 'yes' : 'no' }),
  }
}
