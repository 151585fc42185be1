/** Numbers and option lists that client and server share (spec section 9, R-CONST). */

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
  /** Maximum number of rows per page that a caller may request. */
  maxLimit: 100,
  maxPage: 100_000,
  /** Maximum number of values in one filter list, and of characters in one value. */
  maxFilterValues: 100,
  maxFilterText: 80,
  /** Maximum number of bytes in a JSON body. */
  jsonBody: 64 * 1024,
  /** Maximum numbers of characters. */
  name: 100,
  email: 254,
  message: 4000,
  /** Maximum number of images in one ad (R-VAL-39). */
  adImages: 10,
  /** Number of years that an ad may choose from: the current year and those before it (R-POST-26). */
  adYears: 25,
  /** Hours until the same car may be posted again (R-POST-18). */
  repostHours: 48,
  idempotencyKey: 80,
  /** Maximum number of pictures on a card, and number of visible thumbnails (R-CAR-02). */
  cardPictures: 5,
  /** Number of cards that the widest phone shows at once: only these cards contain the preview of their picture. */
  cardsAtOnce: 3,
  thumbnails: 5,
  metaDescription: 160,
  passwordMin: 8,
  passwordMax: 256,
  /** Maximum number of bytes of an avatar or a logo (R-VAL-35). */
  profileImage: 1_500_000,
} as const

/**
 * Maximum number of writes per minute and person, by the subject of the call; each call of a kind has its own counter. A
 * phone that was offline for a day sends hundreds of writes at once, and up to a thousand favourites; above the limit the
 * server tells the phone to wait, and the phone does so. Every keyed write leaves a row for 90 days, so the rate must have a
 * limit.
 */
export const writesAMinute = {
  hearts: 2000,
  /** Chunks of pictures. */
  uploads: 2000,
  /** A draft is saved while a person types. */
  drafts: 600,
  ads: 300,
  profile: 60,
  others: 300,
} as const

/** Limits for forms that need no login: accepted forms, the spam check, and e-mails to the typed address. */
export const formLimits = {
  /** Maximum number of forms per hour from one phone, and from one IP address, which a carrier shares among many people. */
  ofDevice: 20,
  ofAddress: 120,
  /** Milliseconds within which hardly any person fills a form. The next two limits count such forms per hour: more are spam. */
  quick: 1000,
  quickOfDevice: 5,
  quickOfAddress: 20,
  /** Maximum number of e-mails per day to a typed address, which may belong to another person. */
  confirmations: 10,
  /** Maximum number of e-mails per day about answered test drives. */
  driveEmails: 30,
} as const

/** Maximum number of ads for sale at a time, by plan; without a plan `basic` applies (R-SUBS-02 to R-SUBS-06). */
export const planAds = {
  basic: 2,
  gold: 50,
  promotion: 100,
  platinum: 1000,
  'featured-dealership': 0,
} as const

/** Price range in currency units; `max` means "this price and above" (R-LIST-31). */
export const priceRange = { min: 0, max: 5_000_000, step: 50 } as const
/** Mileage range in kilometres; `max` means "this mileage and above" (R-CONST-04). */
export const kmsRange = { min: 0, max: 200_000, step: 1000 } as const

/** Largest window widths in px at which navigation and filters are a drawer, and at which chat shows one pane. */
export const breakpoints = { drawer: 1024, chatSinglePane: 767 } as const

/** Durations in milliseconds. */
export const timings = { snackbarSuccess: 4000, snackbarError: 6000, insuranceMessage: 3000 } as const

/** Widths in px of every picture that the server stores, smallest first. */
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
/** Returns a known sort value; any other value becomes `most_recent`. */
export const sortOf = (value: unknown): SortValue =>
  sortValues.find((known) => known === value) ?? 'most_recent'

export const carStatuses = ['active', 'sold', 'inactive'] as const
export type CarStatus = (typeof carStatuses)[number]

/** R-VAL-09: each screen has its own list; the server accepts both. */
export const filterFuels = ['Diesel', 'Electric', 'Petrol', 'Gasoline', 'Hybrid', 'LPG Autogas'] as const
export const adFuels = ['Diesel', 'Electric', 'Ethanol', 'Petrol'] as const
/** R-VAL-10, R-POST-29: both spellings are equal for the filter; each screen has its own spelling. */
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
