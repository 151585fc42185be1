import type { Clearable, StorageReport } from '#local/react'

export type PartName = keyof StorageReport['sizes'] | 'reserve'

/** Formats a size in decimal units, like a phone's own settings: "38.2 MB", "12 KB". */
export function sizeText(bytes: number): string {
  if (bytes <= 0) return 'Nothing'
  if (bytes <= 999_000) return `${Math.ceil(bytes / 1000)} KB`
  return `${(bytes / 1_000_000).toFixed(1)} MB`
}

/** Returns the name of a month: "November" for `2026-11`. */
export function formatMonth(month: string): string {
  const names = 'January February March April May June July August September October November December'
  return names.split(' ')[Number(month.slice(5)) - 1] ?? month
}

interface Part {
  name: string
  /** Purpose of the part. */
  why: string
  /** Name of the part for `clear`, and the effect of clearing it; text that a person wrote cannot be cleared here. */
  clear?: { what: Clearable; means: string }
}
/** Everything that this app stores, in plain words, with the parts that matter most to people first. */
export const parts: Readonly<Record<PartName, Part>> = {
  favourites: {
    name: 'Your favourites',
    why: 'Every word and the first pictures of the cars you saved, for the times without signal.',
    clear: {
      what: 'favourites',
      means:
        'The hearts stay, their details and pictures leave this phone. Those cars then need signal, until you save them here again.',
    },
  },
  replica: {
    name: 'Cars to search',
    why: 'The newest cars for sale, so that searching works without signal.',
  },
  viewedPictures: {
    name: 'Pictures you looked at',
    why: 'Large pictures of cars you opened. The oldest go by themselves.',
    clear: { what: 'viewedPictures', means: 'They are loaded again when you open those cars with signal.' },
  },
  thumbs: {
    name: 'Small pictures',
    why: 'The pictures of lists, so that scrolling costs no data twice.',
    clear: { what: 'thumbs', means: 'They are loaded again when a list shows them with signal.' },
  },
  viewed: {
    name: 'Cars you looked at',
    why: 'Details of cars you opened but did not save.',
    clear: { what: 'viewed', means: 'Cars you looked at lately and did not save may then need signal.' },
  },
  answers: {
    name: 'Search results',
    why: 'Pages of results and dealers as you saw them, and the names of brands and towns.',
    clear: { what: 'answers', means: 'Results and dealers you saw before are asked for again.' },
  },
  photos: {
    name: 'Photos for your ads',
    why: 'Kept until the ad is sent or you delete it. Never cleared for you.',
  },
  words: {
    name: 'What you wrote',
    why: 'Messages that wait, drafts and your lists. Only you delete these, where you wrote them.',
  },
  shell: { name: 'The app itself', why: 'What lets Motorkin start without signal.' },
  reserve: { name: 'Kept free', why: 'A reserve, so that there is always room for what you write.' },
}
export const partNames = Object.keys(parts) as PartName[]
