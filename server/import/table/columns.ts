import { fold, moneyWords } from '#catalogue'
import { cleanLine } from '#contract/parts.ts'
import type { ImportField, ShortField } from '#contract/selling/import.ts'
import { moneyBeside } from './currency.ts'
import { cut } from './memoize.ts'

/** A name without case, accents and signs, so that "Fuel-Type" and "fuelType" are one. */
export const foldedKey = (text: string): string => fold(text).replace(/[^a-z0-9]+/g, '')

/** Words of a list, with blanks or lines between them. */
export const wordSet = (list: string): ReadonlySet<string> => new Set(list.trim().split(/\s+/))

/**
 * Names that people and their programs give to columns, as keys, the surest first: of several columns that fit a field the
 * one named by an earlier group has it, and within a group the first one.
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
  /** Of the group of names; a surer name has a smaller one. */
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
/** "Price R", "Selling price in rand", "Retail incl. VAT" without their money. */
const withoutMoney = (column: string): string =>
  (column.toLowerCase().match(/[\p{L}\p{N}#]+/gu) ?? [])
    .filter((word, n) => n === 0 || !(moneyWords.has(word) || vatInside.test(word)))
    .join('')
const brackets = /[([{].*?[)\]}]/g
const withoutBrackets = (column: string): string => column.replace(brackets, '')

/** What is no field and nothing for buyers either: codes of other programs, numbers of one car, second prices. */
const unspoken = wordSet(
  [
    'dealerid kundennummer customerno branchid branchcode',
    'mmcode mmno mmnumber mandmcode meadmcgrouthercode capcode capid eurotaxcode schwackecode',
    'engineno enginenumber motornummer',
    // Counted by the table, or by its program.
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
/** Words for what a dealer paid, what it would sell for and what it earns, each at the beginning of a word. */
const secret = new RegExp(
  String.raw`\b(?:${[
    'costs?(?:ing|price|value)?\\b|siv\\b|purchas|bought|buying|buy(?: ?in)? ?price|buy ?in\\b|stock ?(?:in ?)?(?:value|funding|loan|finance)|acqui|(?:price|amount|we|i) ?paid|paid ?(?:for|price)',
    'invoice|settlement|auction|hammer|landed|landing|clearing|recon|prep\\b|refurb|repairs?\\b|spend|expens|overhead|outlay|supplier|vendor',
    'trade|stand ?in|wholesale|part ?ex|px\\b|book ?(?:price|value)|valuation|written ?down|wdv\\b|payoff|equity|(?:outstanding|owing|owed)\\b|lien|cap ?(?:clean|average|below|value|price|trade|live)|glass ?s? ?(?:guide|trade|value|price)',
    'margins?\\b|mark ?up|profit|gross|gp\\b|gains?\\b|earnings?\\b|commission|comm\\b|bonus|reserves?(?:price)?\\b|nett?o?(?:price|cost|preis)?\\b',
    '(?:floor|bottom|lowest|min|minimum|last|final|target|walk ?away|dealers?|owners?|sellers?) ?(?:s )?(?:price|amount|limit)|floor ?plan|floor$|max(?:imum)? ?discount',
    '(?:internal|private|dealer) ?(?:notes?|comments?|remarks?)|intern(?:e[rs]?)?\\b',
    // Who buys and who sells it.
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
/** Whether the words of a column stay out of the ad when it holds no field, whatever money and brackets it names. */
export const staysOut = (column: string): boolean =>
  isSecret(column) ||
  [column, withoutBrackets(column)].some(
    (text) => unspoken.has(foldedKey(text)) || unspoken.has(foldedKey(withoutMoney(text))),
  )

/** What stands in brackets is a unit, unless the name is known with it; "Price (trade)" is none for buyers. */
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
/** Whether a table speaks German, in which some words mean something else. */
export const isGermanTable = (columns: readonly string[]): boolean =>
  columns.filter((column) => german.has(foldedKey(withoutBrackets(column)))).length >= 3

const british = wordSet(
  'vrm vrn mot motexpiry motexpires motdue motdate roadtax capid capcode keepers formerkeepers previouskeepers',
)
/** Whether a table speaks of British papers: its distances are miles and its prices pounds. */
export const isBritishTable = (columns: readonly string[]): boolean =>
  columns.some((column) => british.has(foldedKey(withoutBrackets(column))))

/** Names that mean two things, by the fields that their values may be; of none of these they are no field. */
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

/** Names of columns as they are told apart: a blank one is numbered, a repeated one too. */
export function columnNames(header: readonly string[]): string[] {
  const taken = new Set<string>()
  return header.map((text, i) => {
    const given = cut(cleanLine(text).trim(), 180) || `Column ${i + 1}`
    // The one name that no JSON may have as a key, and the choice of fields is sent by name.
    const name = given === '__proto__' ? 'proto' : given
    let own = name
    for (let times = 2; taken.has(own); times += 1) own = `${name} (${times})`
    taken.add(own)
    return own
  })
}

/**
 * What each column seems to be; empty: nothing we know.
 * @param holds which of some fields the values of a column are; empty: of none, undefined: its name tells
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
  // Without values it means the place in a table that has a city or tells the condition elsewhere.
  if (
    state >= 0 &&
    !held &&
    !taken.has('province') &&
    (taken.has('city') || guessed[state] !== 'condition')
  ) {
    guessed[state] = 'province'
  }
  // One column with everything in it is only read as such when the make has none of its own.
  const name = guessed.indexOf('name')
  if (name >= 0 && taken.has('make') && taken.has('model')) guessed[name] = taken.has('title') ? '' : 'title'
  return guessed
}

const locations =
  /\b(?:(?:car|vehicle)?locations?|standort|branch(?:es)?|dealership|site|yard|depot|outlet|showroom|filiale|niederlassung|place|town|city|ort)\b/
/** Whether a column may say in which city a car is: "Location", "Branch", "Branch town". */
export const maySayCity = (column: string): boolean =>
  !staysOut(column) && locations.test(column.toLowerCase().replace(/[^\p{L}]+/gu, ' '))

/** How many fields these names are sure to mean, were they names of columns. */
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
/** The field whose values a column completes: "Currency" those of the price, "Mileage unit" those of the mileage. */
export const besideOf = (column: string): ShortField | undefined =>
  besides.find(([, keys]) => keys.has(foldedKey(column)))?.[0]

const distance = /^(?:km?s?|mi?|mls?|miles?|kilomet\p{L}*|hours?|hrs?|stunden)\.?$/iu
/** Words that are no money and yet tell that a number is not what the buyer pays. */
const changesPrice = /vat\b|mwst|tax|\bnetto?\b|month|\bpm\b|monat|deposit|instal/i
const nothing = /^(?:n\W?a\W?|none|null|nil|unknown)$/i
/** A cell with what the column beside it says of it. One that contradicts a sign of the price makes it none. */
export function withBeside(field: string, text: string, cell: string | undefined): string {
  const beside = cleanLine(cell ?? '').trim()
  if (!/[\p{L}\p{Sc}]/u.test(beside) || nothing.test(beside) || !/\d/.test(text)) return text
  if (field === 'price') {
    const money = moneyBeside(beside)
    if (money === undefined) return changesPrice.test(beside) ? `${beside} ${text}` : text
    return `${money === 'unclear' ? beside : money} ${text}`
  }
  if (/\p{L}/u.test(text) || !distance.test(beside)) return text
  // Letters that mean a million and a thousand beside a number.
  if (/^m$/i.test(beside)) return `${text} miles`
  return /^k$/i.test(beside) ? `${text} km` : `${text} ${beside}`
}

/** Whether a column's name says that its numbers are miles. */
export const isInMiles = (column: string): boolean => /\b(miles|mi)\b|inmiles|_mi\b/i.test(column)

const inKilometres = /km|kilomet/i
/** Whether a column's name or one of its cells says that its numbers are kilometres. */
export const isInKilometres = (column: string, cells: readonly string[]): boolean =>
  inKilometres.test(column) || cells.some((cell) => inKilometres.test(cell))
