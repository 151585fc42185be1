import { fromShell } from '../../admin/audit.ts'
import { dropMessage, releaseMessage } from '../../admin/messages/message-actions.ts'
import { heldForms } from '../../enquiries/held-store.ts'
import type { Verb } from './verb.ts'

/** Lines at a time. */
const most = 200

/** Forms that were stored without their e-mails because they look like spam. */
export const heldVerbs: readonly Verb[] = [
  {
    name: 'held',
    takes: '',
    does: 'test drives, messages and wishes for a call that look like spam, the newest first',
    async run({ db }) {
      const all = await heldForms(db, most)
      if (all.length === 0) return ['Nothing is held.']
      return all.map((f) => `${f.id}  ${f.created_at.toISOString()}  ${f.form}  ${f.sender}  ${f.words}`)
    },
  },
  {
    name: 'release',
    takes: '<id>',
    does: 'lets one of them go: its letters leave, and the seller sees it',
    async run(deps, [id = '']) {
      const mails = await deps.db.tx((sql) => releaseMessage(sql, deps, fromShell, { id }))
      if (mails > 0) return [`Released ${id}.`]
      return [`Released ${id}. Its letters are gone, as all that waited for 30 days: no letter tells of it.`]
    },
  },
  {
    name: 'drop',
    takes: '<id>',
    does: 'deletes one of them with its letters: it is spam',
    async run(deps, [id = '']) {
      await deps.db.tx((sql) => dropMessage(sql, deps, fromShell, { id }))
      return [`Deleted ${id}.`]
    },
  },
]
