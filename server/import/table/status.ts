import { fold } from '#catalogue'
import type { CarStatus } from '#contract/limits.ts'
import { memoize } from './memoize.ts'

/**
 * Reads the status of an offer. Only unambiguous phrases make a car public: "sale" is in "withdrawn from sale", "stock" in
 * "removed from stock" and "live" in "delivered".
 */

const words = (list: string) => list.trim().split(/\s+/).join('|').replaceAll('_', ' ')

const unsold = /\b(?:unsold|unverkauft|(?:not|not yet|never|nicht|noch nicht) (?:sold|verkauft))\b/g
const ends = words(
  'delivered completed? collected invoiced retailed handed_over ausgeliefert ubergeben abgeholt abgeschlossen',
)
const sold = new RegExp(
  String.raw`\b(?:sold|verkauft)\b|^(?:(?:sale|deal|order|transaction|car|vehicle|auto|fahrzeug|verkauf|now|already|bereits) )*(?:${ends})\b(?! (?:from|to (?:us|the )?(?:showroom|branch|site|dealer|yard|lot|port|depot)))`,
)
/** A sale that is agreed or partly paid is no longer an offer, but may still fall through. */
const waiting = new RegExp(
  String.raw`\b(?:${words(`
    inactive in_active inaktiv deactivated deaktiviert unavailable draft entwurf reserved? reserviert hidden pending paused suspended disabled
    expired archived deleted wastebin removed withdrawn unpublished unlisted cancelled offline off_(?:the_)?(?:market|sale|road|site|web) under_offer sale_agreed
    deposit(?:_(?:taken|paid))? part_paid in_progress booked on_order ordered bestellt vorbestellt gesperrt stillgelegt
    (?:in_)?transit soon coming arriving incoming expected due pipeline unterwegs (?:im_)?zulauf awaiting? waiting hold
    out_of_stock no_longer nicht (?:in_)?prep preparation recon reconditioning workshop werkstatt layaway lay_?by
  `)}|not (?:yet )?(?:${words('available active for_sale on_sale in_stock into_stock stocked live listed published advertised released ready online')}))\b|^(?:${words('off no n nein 0 false')})$`,
)
/** Phrases for a later state, not the current one. */
const notYet =
  /\b(?:to be|will be|can be|being|before|until|when|if|not|nicht|un|wird|ready for|free|next day) (?:sold|verkauft|delivered|delivery|collected|retailed|invoiced|completed)\b|^(?!.*\bsold\b).*\bdelivery\b/

const offers = words(`
  active aktiv avail(?:able)? verfugbar (?:in_|used_|new_|current_|physical_|im_|auf_)?(?:stock|bestand|lager) for_sale on_sale
  zu_verkaufen im_verkauf live online published veroffentlicht listed inseriert advertised on_offer on_(?:the_)?(?:lot|forecourt|floor)
  forecourt (?:in_|on_)?(?:the_)?showroom on_display ready(?:_for_sale)? new_arrivals? just_arrived retail_ready
`)
const offered = new RegExp(`\\b(?:${offers})\\b`)
const beside = words(
  'now still currently immediately sofort noch the a is are and und car cars vehicle vehicles ad ads advert listing unit status',
)
const onlyOffered = new RegExp(`^(?:(?:${beside}) )*(?:${offers})(?: (?:${beside}|${offers}))*$`)
const yes = /^(?:yes|y|ja|j|1|true|sale|offer|offered|angebot|unsold)$/

/** Returns the status in a cell; undefined where it is ambiguous. */
export const carStatusOf = memoize((cell): CarStatus | undefined => {
  const text = fold(cell.replace(/(?<=\p{Ll})(?=\p{Lu})/gu, ' '))
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
  const rest = text.replace(unsold, ' ').replace(/\s+/g, ' ').trim()
  if (/\b(?:awaiting?|due|pending|out for) (?:delivery|collection)\b/.test(rest) && !/\bsold\b/.test(rest))
    return 'inactive'
  // "STC" means subject to contract: the sale is agreed.
  if (/\b(?:stc|subject to)\b/.test(rest)) return 'inactive'
  if (notYet.test(rest)) return undefined
  const isWaiting = waiting.test(rest)
  if (sold.test(rest)) return !isWaiting && offered.test(rest) ? undefined : 'sold'
  if (isWaiting) return 'inactive'
  return onlyOffered.test(rest) || yes.test(rest) || (rest === '' && text !== '') ? 'active' : undefined
})
