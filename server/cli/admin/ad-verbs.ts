import { adReasonLength } from '#contract/admin/admin-ads.ts'
import { reportLabels } from '#contract/forms/reports.ts'
import { featureAd, hideAd, keepAd, restoreAd } from '../../admin/ads/ads.ts'
import { adminAds, reportQueue } from '../../admin/ads/admin-ads-store.ts'
import type { Operation } from '../../admin/audit.ts'
import { carBySlugOrId } from '../../cars/cars-store.ts'
import type { Deps } from '../../kernel/deps.ts'
import { act, Misused, type Verb, wordsOf } from './verb.ts'

/** Lines at a time. */
const most = 100

/** What an operator writes down beside what they do; it may be left out. */
const noteOf = (words: readonly string[]): string =>
  words.join('').trim() === ''
    ? ''
    : wordsOf(words, adReasonLength, `A note may have ${adReasonLength} characters at most.`)

/** Does it to the ad with this id or address. */
async function to(
  deps: Deps,
  which: string,
  action: (o: Operation, id: string) => Promise<unknown>,
): Promise<void> {
  const name = which.replace(/^.*\/listing\//, '')
  const found = await carBySlugOrId(deps.db, name, undefined)
  if (!found) throw new Misused(`There is no ad "${which}".`)
  await act(deps, (o) => action(o, found.car._id))
}

const which = '<id, slug or address of the ad>'

/** What may be done to an ad, and what is reported of ads. */
export const adVerbs: readonly Verb[] = [
  {
    name: 'hide-ad',
    takes: `${which} "<reason>"`,
    does: 'takes an ad away until it is restored; the reason is sent to its owner',
    async run(deps, [ad = '', ...words]) {
      const missing = `A reason of 1 to ${adReasonLength} characters must follow.`
      const reason = wordsOf(words, adReasonLength, missing)
      await to(deps, ad, (o, id) => hideAd(o, { id, reason }))
      return ['Hidden. Its owner is told why.']
    },
  },
  {
    name: 'restore-ad',
    takes: `${which} ["<note>"]`,
    does: 'brings a hidden ad back as what it was, and dismisses what was reported of it',
    async run(deps, [ad = '', ...words]) {
      await to(deps, ad, (o, id) => restoreAd(o, { id, note: noteOf(words) }))
      return ['It is back. Its owner is told.']
    },
  },
  {
    name: 'keep-ad',
    takes: `${which} ["<note>"]`,
    does: 'dismisses what was reported of an ad',
    async run(deps, [ad = '', ...words]) {
      await to(deps, ad, (o, id) => keepAd(o, { id, note: noteOf(words) }))
      return ['Kept. Its reports are dismissed.']
    },
  },
  {
    name: 'feature-ad',
    takes: `${which} [off]`,
    does: 'puts an ad among the featured ones, or takes it out',
    async run(deps, [ad = '', off]) {
      const featured = off !== 'off'
      await to(deps, ad, (o, id) => featureAd(o, { id, featured }))
      return [featured ? 'It is featured.' : 'It is not featured any more.']
    },
  },
  {
    name: 'reports',
    takes: '',
    does: `ads with open reports, the most serious first, at most ${most}`,
    async run({ db }) {
      const { data, totalCount } = await reportQueue(db, { page: 1, limit: most })
      const lines = data.flatMap((ad) => [
        `${ad._id}  ${ad.title}  (${ad.seller.email})${ad.hidden ? '  hidden' : ''}`,
        ...ad.open.map((r) => `    ${reportLabels[r.reason]}  ${r.from?.email ?? 'a guest'}  ${r.words}`),
      ])
      return [...lines, `${totalCount} in all.`]
    },
  },
  {
    name: 'hidden-ads',
    takes: '',
    does: `ads that are hidden, and why, at most ${most}`,
    async run({ db }) {
      const { data, totalCount } = await adminAds(db, { page: 1, limit: most, state: 'hidden' })
      const lines = data.map(
        (ad) => `${ad._id}  ${ad.title}  (${ad.seller.email})  ${ad.hidden?.reason ?? ''}`,
      )
      return [...lines, `${totalCount} in all.`]
    },
  },
]
