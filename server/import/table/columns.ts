import { fold, moneyWords } from '#catalogue'
import { cleanLine } from '#contract/parts.ts'
import type { ImportField, ShortField } from '#contract/selling/import.ts'
import { moneyBeside } from './currency.ts'
import { cut } from './memoize.ts'

/** Returns a name without case, accents and signs, so that "Fuel-Type" and "fuelType" are equal. */
export const foldedKey = (text: string): string => fold(text).replace(/[^a-z0-9]+/g, '')

/** Returns the words of a list, separated by blanks or line breaks. */
export const wordSet = (list: string): ReadonlySet<string> => new Set(list.trim().split(/\s+/))

/**
 * Usual names of columns by field, as keys, surest first. If several columns fit a field, the one named by an earlier group gets
 * it, and within a group the first one.
 */
const names: Readonly<Record<ImportField, readonly string[]>> = {
  stock_no: [
    'stockno stocknumber stocknr stock stockid stockcode stk stockbook stockbookno stockbooknumber stkno stknumber sku listingid adid lagernummer lagernr lagerno internenummer internenr bestandsnummer fahrzeugnummer angebotsnummer stocknum vehicleid fahrzeugid',
    'ref reference refno',
    'vin vinno vinnumber chassis chassisno chassisnumber fahrgestellnummer fin',
    'unitno unitnumber fleetno fleetnumber assetno',
    'reg regno regnumber registration registrationno registrationnumber licenceplate numberplate kennzeichen vrm vrn vehiclereg',
  ],
  name: [
    'name car vehicle vehiclename carname makemodel makeandmodel makemodelname fahrzeug',
    'vehicledescription cardescription vehicledetails fahrzeugbezeichnung',
  ],
  make: ['make brand manufacturer marque carmake maker makename brandname marke hersteller fabrikat'],
  model: ['model carmodel modelname range modelrange modelseries vehiclemodel modell'],
  variant: [
    'derivative derivativename derivativedescription variant variantname modelvariant modelderivative variante ausfuhrung ausfuehrung',
    'modellbeschreibung modelltyp ausstattungslinie modeldescription trim trimlevel version versionname',
  ],
  year: [
    'year modelyear yearmodel yearofmanufacture registrationyear manufactureyear yom regyear productionyear yr erstzulassung ez baujahr bj modelljahr yearmade makeyear jahr',
    'firstregistration firstreg dateoffirstregistration datefirstregistered firstregistered firstregdate firstregistrationdate registrationdate dateregistered dateofregistration regdate dor datum datumerstzulassung',
  ],
  price: [
    'price askingprice asking sellingprice retailprice retail retailinclvat priceinclvat pricegross grossprice pricengn pricezar pricegbp priceusd priceeur preis verkaufspreis bruttopreis preiseur vkpreis preisbrutto vkbrutto endpreis vk',
    'advertisedprice advertprice adprice webprice websiteprice internetprice onlineprice forecourtprice screenprice stickerprice displayprice ourprice currentprice internetpreis angebotspreis',
    'saleprice cashprice finalprice lastprice',
    'amount listprice',
    'cost',
  ],
  mileage: [
    'mileage odometer km kms kilometers kilometres kilometerage miles mileagekm mileagekms mileageinkm mileageinmiles mileagemiles odometerkm odometermiles odometerreading kmdriven distance milage odo kilometer kilometerstand laufleistung kmstand kmreading odoreading currentmileage mileagereading milesdriven kilometrage gefahrenekm tachostand',
  ],
  fueltype: ['fueltype fuel fuelname fueldescription kraftstoff kraftstoffart treibstoff treibstoffart'],
  transmission: [
    'transmission gearbox trans transmissiontype gearboxtype geartype gears gear getriebe getriebeart schaltung getriebetyp',
  ],
  engine: [
    'engine enginesize enginecapacity capacity displacement enginecc cc litres liters engineliter hubraum hubraumccm hubraumincm3 motor enginesizecc cubiccapacity',
  ],
  bodytype: [
    'bodytype body bodystyle bodyshape bodydescription shape karosserie karosserieform aufbau aufbauart',
    'vehicletype cartype type fahrzeugtyp kategorie fahrzeugkategorie category vehiclecategory fahrzeugart',
  ],
  drive: ['drive drivetrain drivetype wheeldrive drivenwheels drivewheel antrieb antriebsart'],
  condition: ['condition usedornew newused carcondition vehiclecondition zustand fahrzeugzustand', 'state'],
  exteriorcolor: [
    'exteriorcolor exteriorcolour color colour bodycolor bodycolour paint paintcolor paintcolour extcolor extcolour colorext colourext colorexterior colourexterior exterior farbe aussenfarbe auenfarbe',
  ],
  interiorcolor: [
    'interiorcolor interiorcolour trimcolor trimcolour intcolor intcolour colorint colourint colorinterior colourinterior innenfarbe',
    'upholstery interior upholsterycolour',
  ],
  title: ['title headline adtitle listingtitle titel'],
  description: ['description details comments notes text adtext remarks beschreibung bemerkung bemerkungen'],
  carfeatures: ['carfeatures features equipment extras options specs featurelist ausstattung'],
  address: [
    'address street location carlocation vehiclelocation standort dealeraddress adresse',
    'branch',
    'dealership dealershipname',
  ],
  province: ['province registeredstate region county stateprovince statename provincename bundesland'],
  city: [
    'city town registeredcity cityname ort stadt',
    'suburb area lga localgovernment localgovernmentarea',
  ],
  status: [
    'status adstatus availability stockstatus vehiclestatus listingstatus advertstatus salestatus salesstatus lifecyclestate verfugbarkeit',
  ],
}
interface Named {
  field: ImportField
  /** Index of the group of names; a smaller index is surer. */
  group: number
}
const fieldOfName = new Map(
  Object.entries(names).flatMap(([field, groups]) =>
    groups.flatMap((list, group) =>
      list.split(' ').map((name) => [name, { field: field as ImportField, group }] as const),
    ),
  ),
)

const vatInside = /^(?:in|incl?|inclusive|including|inkl|vat|mwst)$/
/** Removes the words for money: "Price R", "Selling price in rand", "Retail incl. VAT". */
const withoutMoney = (column: string): string =>
  (column.toLowerCase().match(/[\p{L}\p{N}#]+/gu) ?? [])
    .filter((word, n) => n === 0 || !(moneyWords.has(word) || vatInside.test(word)))
    .join('')
const brackets = /[([{].*?[)\]}]/g
const withoutBrackets = (column: string): string => column.replace(brackets, '')

/** Columns that are no field and not for buyers: codes of other programs, numbers of one car, second prices. */
const unspoken = wordSet(
  [
    'dealerid kundennummer customerno branchid branchcode',
    'mmcode mmno mmnumber mandmcode meadmcgrouthercode capcode capid eurotaxcode schwackecode',
    'engineno enginenumber motornummer',
    // Numbers that the table or its program counts.
    'sn sno serial serialno serialnumber no nr id idx index row rowno rownumber item itemno lfdnr lfdno count',
    'days daysinstock stockdays stockage ageinstock daysonlot daysonsite daysold stockindate datein dateinstock intakedate arrivaldate standtage standzeit lagertage',
    'lastupdated updatedat updated lastmodified modified created createdat datecreated dateadded dateupdated timestamp uploaded',
    'url link weblink adlink adurl website websiteurl listingurl video videourl videolink',
    'phone phoneno phonenumber telephone tel mobile mobileno cell cellno whatsapp email mail contact contactno contactnumber contactdetails telefon telefonnummer kontakt',
    'image images imageurl imageurls photo photos photourls picture pictures bild bilder',
    ...names.stock_no.slice(2),
    ...names.price,
  ].join(' '),
)
/** Words for what a dealer paid, would accept or earns, each at the beginning of a word. */
const secret = new RegExp(
  String.raw`\b(?:${[
    'costs?(?:ing|price|value)?\\b|siv\\b|purchas|bought|buying|buy(?: ?in)? ?price|buy ?in\\b|stock ?(?:in ?)?(?:value|funding|loan|finance)|acqui|(?:price|amount|we|i) ?paid|paid ?(?:for|price)',
    'invoice|settlement|auction|hammer|landed|landing|clearing|recon|prep\\b|refurb|repairs?\\b|spend|expens|overhead|outlay|supplier|vendor',
    'trade|stand ?in|wholesale|part ?ex|px\\b|book ?(?:price|value)|valuation|written ?down|wdv\\b|payoff|equity|(?:outstanding|owing|owed)\\b|lien|cap ?(?:clean|average|below|value|price|trade|live)|glass ?s? ?(?:guide|trade|value|price)',
    'margins?\\b|mark ?up|profit|gross|gp\\b|gains?\\b|earnings?\\b|commission|comm\\b|bonus|reserves?(?:price)?\\b|nett?o?(?:price|cost|preis)?\\b',
    '(?:floor|bottom|lowest|min|minimum|last|final|target|walk ?away|dealers?|owners?|sellers?) ?(?:s )?(?:price|amount|limit)|floor ?plan|floor$|max(?:imum)? ?discount',
    '(?:internal|private|dealer) ?(?:notes?|comments?|remarks?)|intern(?:e[rs]?)?\\b',
    // Words for buyers and sellers.
    'customers?\\b|clients?\\b|sold ?(?:to|by|for|on|date|price)\\b|buyers?\\b|sales ?(?:man|person|rep|exec|agent|consultant|team)|(?:owner|keeper|seller)s? ?s? ?name|kunden?\\b|verkaufer|kaufer\\b',
    'h?ek(?:preis|netto|brutto|wert)?\\b|einstand|buchwert|restwert|schwacke|provision|gewinn|ertrag|mindest|untergrenze|schmerzgrenze|lieferant|ha(?:e)?ndlerpreis',
  ].join('|')})|einkauf|ankauf|marge|spanne\b|kosten\b|kalkulation|inzahlung|rohertrag|deckungsbeitrag`,
)
const isSecret = (text: string): boolean =>
  secret.test(
    fold(text.replace(/(\p{Ll})(?=\p{Lu})/gu, '$1 '))
      .replace(/[^a-z0-9]+/g, ' ')
      .trim(),
  )
/** Returns whether a column without a field stays out of the ad, whatever currency and brackets its name has. */
export const staysOut = (column: string): boolean =>
  isSecret(column) ||
  [column, withoutBrackets(column)].some(
    (text) => unspoken.has(foldedKey(text)) || unspoken.has(foldedKey(withoutMoney(text))),
  )

/**
 * Returns the field that a name means. Text in brackets is a unit, unless the whole name is known; "Price (trade)" is no price
 * for buyers.
 */
const namedBy = (column: string): Named | undefined => {
  const whole = fieldOfName.get(foldedKey(column))
  if (whole || isSecret(column.match(brackets)?.join(' ') ?? '')) return whole
  const named = fieldOfName.get(foldedKey(withoutBrackets(column)))
  if (named) return named
  const bare = fieldOfName.get(foldedKey(withoutMoney(column)))
  return bare?.field === 'price' ? bare : undefined
}

const german = wordSet(`
  kraftstoff kraftstoffart treibstoff getriebe getriebeart kilometerstand laufleistung erstzulassung preis verkaufspreis bruttopreis
  vkpreis hubraum farbe aussenfarbe leistung baujahr karosserie fahrzeugtyp fahrzeugart kategorie marke modell ausstattung zustand ez`)
/** Returns whether the column names are German. Some words have another meaning in such a table. */
export const isGermanTable = (columns: readonly string[]): boolean =>
  columns.filter((column) => german.has(foldedKey(withoutBrackets(column)))).length >= 3

const british = wordSet(
  'vrm vrn mot motexpiry motexpires motdue motdate roadtax capid capcode keepers formerkeepers previouskeepers',
)
/** Returns whether the table has columns of British papers: then its distances are miles and its prices pounds. */
export const isBritishTable = (columns: readonly string[]): boolean =>
  columns.some((column) => british.has(foldedKey(withoutBrackets(column))))

/** Ambiguous names with the fields that their values may be. If the values are none of these, the column is no field. */
const byValues = new Map<string, readonly ImportField[]>([
  ['state', ['province', 'condition']],
  ['status', ['status', 'condition']],
  ...names.bodytype
    .slice(1)
    .flatMap((list) => list.split(' '))
    .map((key) => [key, ['bodytype', 'condition', 'fueltype', 'transmission']] as const),
  ...['gears', 'gear'].map((key) => [key, ['transmission']] as const),
  ['registered', ['year']],
])

/** Returns unique names of columns: a blank or repeated name gets a number. */
export function columnNames(header: readonly string[]): string[] {
  const taken = new Set<string>()
  return header.map((text, i) => {
    const given = cut(cleanLine(text).trim(), 180) || `Column ${i + 1}`
    // JSON cannot have this name as a key, and the chosen fields are sent by column name.
    const name = given === '__proto__' ? 'proto' : given
    let own = name
    for (let times = 2; taken.has(own); times += 1) own = `${name} (${times})`
    taken.add(own)
    return own
  })
}

/**
 * Guesses the field of each column; empty if unknown.
 * @param holds returns which of some fields the values of a column are; empty for none, undefined if the name decides
 */
export function guessFields(
  columns: readonly string[],
  holds: (column: number, among: readonly ImportField[]) => ImportField | '' | undefined = () => undefined,
): (ImportField | '')[] {
  const state = columns.findIndex((c) => foldedKey(withoutBrackets(c)) === 'state')
  const read = columns.map((c, i) => {
    const among = byValues.get(foldedKey(withoutBrackets(c)))
    return among && holds(i, among)
  })
  const held = state >= 0 && read[state] !== undefined
  const named = columns.map((c, i): Named | undefined => {
    const field = read[i]
    return field === undefined ? namedBy(c) : field === '' ? undefined : { field, group: 1 }
  })
  const best = new Map<ImportField, number>()
  for (const [i, one] of named.entries()) {
    const other = one && named[best.get(one.field) ?? -1]
    if (one && (!other || one.group < other.group)) best.set(one.field, i)
  }
  const taken = new Set(best.keys())
  const guessed = named.map((one, i): ImportField | '' => (one && best.get(one.field) === i ? one.field : ''))
  // A "state" column without telling values is the province if the table has a city or another column for the condition.
  if (
    state >= 0 &&
    !held &&
    !taken.has('province') &&
    (taken.has('city') || guessed[state] !== 'condition')
  ) {
    guessed[state] = 'province'
  }
  // The whole name is not needed if make and model have columns of their own; it becomes the title.
  const name = guessed.indexOf('name')
  if (name >= 0 && taken.has('make') && taken.has('model')) guessed[name] = taken.has('title') ? '' : 'title'
  return guessed
}

const locations =
  /\b(?:(?:car|vehicle)?locations?|standort|branch(?:es)?|dealership|site|yard|depot|outlet|showroom|filiale|niederlassung|place|town|city|ort)\b/
/** Returns whether a column may contain the city of a car: "Location", "Branch", "Branch town". */
export const maySayCity = (column: string): boolean =>
  !staysOut(column) && locations.test(column.toLowerCase().replace(/[^\p{L}]+/gu, ' '))

/** Returns how many fields these texts surely name, taken as names of columns. */
export const knownColumns = (cells: readonly string[]): number =>
  new Set(cells.map((cell) => namedBy(cell)?.field).filter((field) => field !== undefined)).size

const besides: readonly (readonly [ShortField, ReadonlySet<string>])[] = [
  ['price', wordSet('currency currencycode pricecurrency currencyname ccy curr waehrung wahrung')],
  [
    'mileage',
    wordSet(
      'mileageunit mileageunits mileagetype odometerunit odometerunits distanceunit kmormiles unit units',
    ),
  ],
]
/** Returns the field whose values a column completes: "Currency" completes the price, "Mileage unit" the mileage. */
export const besideOf = (column: string): ShortField | undefined =>
  besides.find(([, keys]) => keys.has(foldedKey(column)))?.[0]

const distance = /^(?:km?s?|mi?|mls?|miles?|kilomet\p{L}*|hours?|hrs?|stunden)\.?$/iu
/** Words that are no currency, but show that the number is not what the buyer pays. */
const changesPrice = /vat\b|mwst|tax|\bnetto?\b|month|\bpm\b|monat|deposit|instal/i
const nothing = /^(?:n\W?a\W?|none|null|nil|unknown)$/i
/**
 * Returns a cell with the text of the column that completes it. If that contradicts a sign in the price, the result is no price.
 */
export function withBeside(field: string, text: string, cell: string | undefined): string {
  const beside = cleanLine(cell ?? '').trim()
  if (!/[\p{L}\p{Sc}]/u.test(beside) || nothing.test(beside) || !/\d/.test(text)) return text
  if (field === 'price') {
    const money = moneyBeside(beside)
    if (money === undefined) return changesPrice.test(beside) ? `${beside} ${text}` : text
    return `${money === 'unclear' ? beside : money} ${text}`
  }
  if (/\p{L}/u.test(text) || !distance.test(beside)) return text
  // Next to a number, "m" means a million and "k" a thousand, so the units are written out.
  if (/^m$/i.test(beside)) return `${text} miles`
  return /^k$/i.test(beside) ? `${text} km` : `${text} ${beside}`
}

/** Returns whether a column's name says that its numbers are miles. */
export const isInMiles = (column: string): boolean => /\b(miles|mi)\b|inmiles|_mi\b/i.test(column)

const inKilometres = /km|kilomet/i
/** Returns whether a column's name or one of its cells says that its numbers are kilometres. */
export const isInKilometres = (column: string, cells: readonly string[]): boolean =>
  inKilometres.test(column) || cells.some((cell) => inKilometres.test(cell))
