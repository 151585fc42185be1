/** Numbers and option lists that both sides keep (spec section 9, R-CONST). */

export const pageSizes = {
  home: 10,
  search: 15,
  dealers: 12,
  dealerCars: 9,
  blogs: 12,
  ownCars: 12,
  favourites: 9,
  inquiries: 9,
  testDrives: 9,
} as const

export const limits = {
  /** A caller may ask for at most this many rows a page. */
  maxLimit: 100,
  maxPage: 100_000,
  /** Values in one filter list, and characters of one value. */
  maxFilterValues: 100,
  maxFilterText: 80,
  /** Bytes of a JSON body. */
  jsonBody: 64 * 1024,
  /** Characters. */
  name: 100,
  email: 254,
  message: 4000,
  /** Images of one ad (R-VAL-39). */
  adImages: 10,
  /** Years that an ad may choose from: the current one and those before it (R-POST-26). */
  adYears: 25,
  /** Hours until the same car may be posted again (R-POST-18). */
  repostHours: 48,
  idempotencyKey: 80,
  /** Pictures of a car that a card may show, and thumbnails seen at once (R-CAR-02). */
  cardPictures: 5,
  /** Cards of a list that are seen at once, on the widest phone: only they bring the preview of their picture. */
  cardsAtOnce: 3,
  thumbnails: 5,
  metaDescription: 160,
  passwordMin: 8,
  passwordMax: 256,
  /** Bytes of an avatar or a logo (R-VAL-35). */
  profileImage: 1_500_000,
} as const

/**
 * Writes a minute of one person, wherever they are, by what they are about; each call of a kind has its own number. A
 * phone that was away for a day sends hundreds in one go, of hearts a thousand; above that it is told to wait, and does.
 * Every keyed write leaves a row for 90 days, so nobody may go on like that for ever at no price.
 */
export const writesAMinute = {
  hearts: 2000,
  /** The pieces of pictures. */
  uploads: 2000,
  /** A draft is saved while a person types. */
  drafts: 600,
  ads: 300,
  profile: 60,
  others: 300,
} as const

/** Forms that need no login: what is let in, what is looked at as spam, and what an address is written in return. */
export const formLimits = {
  /** Forms an hour of one phone, and of one address of the network, which a carrier gives to many. */
  ofDevice: 20,
  ofAddress: 120,
  /** Milliseconds under which hardly a person fills a form; so many an hour go through all the same. */
  quick: 1000,
  quickOfDevice: 5,
  quickOfAddress: 20,
  /** E-mails a day to an address that a person has typed, which need not be their own. */
  confirmations: 10,
  /** And about test drives that were answered. */
  driveLetters: 30,
} as const

/** Ads for sale at a time, by plan; without one it is the basic one (R-SUBS-02 to R-SUBS-06). */
export const planAds = {
  basic: 2,
  gold: 50,
  promotion: 100,
  platinum: 1000,
  'featured-dealership': 0,
} as const

/** Currency units; `max` means "this much and more" (R-LIST-31). */
export const priceRange = { min: 0, max: 5_000_000, step: 50 } as const
/** Kilometres; `max` means "this much and more" (R-CONST-04). */
export const kmsRange = { min: 0, max: 200_000, step: 1000 } as const

/** Largest window width in px at which navigation and filters are a drawer; chat shows one pane. */
export const breakpoints = { drawer: 1024, chatSinglePane: 767 } as const

/** Milliseconds. */
export const timings = { snackbarSuccess: 4000, snackbarError: 6000, insuranceMessage: 3000 } as const

/** Widths in px of every picture the server keeps, smallest first. */
export const pictureWidths = [320, 480, 640, 960, 1280] as const
export const pictureFormats = ['avif', 'webp'] as const
export type PictureFormat = (typeof pictureFormats)[number]

/** R-LIST-20 */
export const sortLabels = {
  most_recent: 'Most recent',
  price_low_high: 'Price: low to high',
  price_high_low: 'Price: high to low',
  year_low_high: 'Year: low to high',
  year_high_low: 'Year: high to low',
  mileage_low_high: 'Mileage: low to high',
  mileage_high_low: 'Mileage: high to low',
} as const
export type SortValue = keyof typeof sortLabels
export const sortValues = Object.keys(sortLabels) as SortValue[]
/** How a list is sorted; by anything else it is not. */
export const sortOf = (value: unknown): SortValue =>
  sortValues.find((known) => known === value) ?? 'most_recent'

export const carStatuses = ['active', 'sold', 'inactive'] as const
export type CarStatus = (typeof carStatuses)[number]

/** R-VAL-09: each screen keeps its own list, the server takes both. */
export const filterFuels = ['Diesel', 'Electric', 'Petrol', 'Gasoline', 'Hybrid', 'LPG Autogas'] as const
export const adFuels = ['Diesel', 'Electric', 'Ethanol', 'Petrol'] as const
/** R-VAL-10, R-POST-29: equal when filtering, spelled as each screen spells it. */
export const filterTransmissions = ['Automatic', 'Semi-Automatic', 'Manual'] as const
export const adTransmissions = ['Automatic', 'Manual', 'Semi-Autometic'] as const
export const conditions = ['Used', 'New'] as const
export const drives = ['4WD', 'AWD', 'FWD', 'RWD'] as const
/** R-API-06 */
export const carTypes = [
  'SUV',
  'Sedan',
  'Hatchback',
  'Pickup',
  'Coupe',
  'Convertible',
  'Wagon',
  'MPV',
  'Minibus',
] as const
export type CarType = (typeof carTypes)[number]

/** Label years of the two "older than" entries (R-VAL-06, R-VAL-07). */
export const olderLabelYear = { listings: 2006, home: 2010 } as const
