import { heldForms, releaseForm } from '../../enquiries/held-store.ts'
import { Misused, type Verb } from './verb.ts'

/** Lines at a time. */
const most = 200

/** Forms that were kept without their letters because they look like spam. */
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
    async run({ db, now }, [id = '']) {
      const letters = await releaseForm(db, id, now())
      if (letters === undefined) throw new Misused(`Nothing with the id "${id}" is held.`)
      if (letters > 0) return [`Released ${id}.`]
      return [`Released ${id}. Its letters are gone, as all that waited for 30 days: no letter tells of it.`]
    },
  },
]
