import { planLimits } from '#contract/admin/admin-plans.ts'
import { fromShell } from '../../admin/audit.ts'
import { auditPage } from '../../admin/audit-list.ts'
import { changePlan, plansForAdmin } from '../../admin/plans.ts'
import { Misused, type Verb } from './verb.ts'

/** Lines at a time. */
const most = 50
const written = (change: object | null) => (change ? JSON.stringify(change) : '-')

/** What plans cost, and what was done. */
export const logVerbs: readonly Verb[] = [
  {
    name: 'set-plan-price',
    takes: '<plan> <rand for one month>',
    does: 'for what is ordered from now on; orders and running plans keep their price',
    async run({ db, ...deps }, [name = '', amount = '']) {
      const plans = await plansForAdmin(db, deps.now())
      const plan = plans.find((one) => [one._id, one.name.toLowerCase()].includes(name.toLowerCase()))
      if (!plan) throw new Misused(`There is no plan "${name}": ${plans.map((one) => one.name).join(', ')}.`)
      const price = Number(amount)
      if (!/^\d+(\.\d{1,2})?$/.test(amount) || price > planLimits.price)
        throw new Misused(`"${amount}" is no price up to ${planLimits.price}.`)
      await db.tx((sql) => changePlan(sql, { db, ...deps }, fromShell, { id: plan._id, price }))
      return [`${plan.name} costs R ${price} a month from now on; it was R ${plan.price}.`]
    },
  },
  {
    name: 'audit',
    takes: '[part of a person, an action or a thing]',
    does: `what operators did, the newest first, at most ${most}`,
    async run({ db }, words) {
      const { data, totalCount } = await auditPage(db, { search: words.join(' '), page: 1, limit: most })
      const lines = data.map(
        (r) =>
          `${r.at}  ${r.operator}  ${r.action}  ${r.thing} ${r.name || r.thing_id}  ${written(r.before)} > ${written(r.after)}  ${r.note}`,
      )
      return [...lines, `${totalCount} in all.`]
    },
  },
]
