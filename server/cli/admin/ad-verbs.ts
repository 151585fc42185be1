import { adReasonLength } from '#contract/admin/admin-ads.ts'
import { reportLabels } from '#contract/forms/reports.ts'
import { featureAd, hideAd, keepAd, restoreAd } from '../../admin/ads/ads.ts'
import { adminAds, reportQueue } from '../../admin/ads/admin-ads-store.ts'
import { carBySlugOrId } from '../../cars/cars-store.ts'
import { listed, Misused, type Verb, verbOn, wordsOf } from './verb.ts'

/** Maximum entries of a list. */
const most = 100

const which = '<id, slug or address of the ad>'
const onAd = verbOn(async ({ sql }, word) => {
  const found = await carBySlugOrId(sql, word.replace(/^.*\/listing\//, ''), undefined)
  if (!found) throw new Misused(`There is no ad "${word}".`)
  return { id: found.car._id }
})

const missing = `A reason of 1 to ${adReasonLength} characters must follow.`
const reasonIn = (words: readonly string[]) => ({ reason: wordsOf(words, adReasonLength, missing) })
const tooLong = `A note may have ${adReasonLength} characters at most.`
/** Reads the note of the operator, which is optional. */
const noteIn = (words: readonly string[]) => ({
  note: words.join('').trim() === '' ? '' : wordsOf(words, adReasonLength, tooLong),
})

/** Verbs for ads, and for reports about ads. */
export const adVerbs: readonly Verb[] = [
  onAd(
    `hide-ad ${which} "<reason>"`,
    'takes an ad away until it is restored; the reason is sent to its owner',
    hideAd,
    () => 'Hidden. Its owner is told why.',
    reasonIn,
  ),
  onAd(
    `restore-ad ${which} ["<note>"]`,
    'brings a hidden ad back as what it was, and dismisses what was reported of it',
    restoreAd,
    () => 'It is back. Its owner is told.',
    noteIn,
  ),
  onAd(
    `keep-ad ${which} ["<note>"]`,
    'dismisses what was reported of an ad',
    keepAd,
    () => 'Kept. Its reports are dismissed.',
    noteIn,
  ),
  onAd(
    `feature-ad ${which} [off]`,
    'puts an ad among the featured ones, or takes it out',
    featureAd,
    ({ featured }) => (featured ? 'It is featured.' : 'It is not featured any more.'),
    ([off]: readonly string[]) => ({ featured: off !== 'off' }),
  ),
  {
    usage: 'reports',
    does: `ads with open reports, the most serious first, at most ${most}`,
    async run({ db }) {
      return listed(await reportQueue(db, { page: 1, limit: most }), (ad) => [
        `${ad._id}  ${ad.title}  (${ad.seller.email})${ad.hidden ? '  hidden' : ''}`,
        ...ad.open.map((r) => `    ${reportLabels[r.reason]}  ${r.from?.email ?? 'a guest'}  ${r.words}`),
      ])
    },
  },
  {
    usage: 'hidden-ads',
    does: `ads that are hidden, and why, at most ${most}`,
    async run({ db }) {
      const ads = await adminAds(db, { page: 1, limit: most, state: 'hidden' })
      return listed(ads, (ad) => `${ad._id}  ${ad.title}  (${ad.seller.email})  ${ad.hidden?.reason ?? ''}`)
    },
  },
]
