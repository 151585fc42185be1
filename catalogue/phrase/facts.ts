import { conditions, drives, type CarType, type SortValue } from '../../contract/limits.ts'
import { exteriorColours, type ExteriorColour, type SoughtFeature } from '../../contract/values/options.ts'
import { manySeats, factTag } from '../tags.ts'
import type { FactField, Meaning } from './meaning.ts'

/** Words for colours, drives, conditions and equipment. Keys contain no blanks and no hyphens. */
const list = (text: string) => text.split(/\s+/).filter((t) => t !== '')

/** Colours with their words; a shade also has the words of its basic colour. */
const colours: readonly [shades: readonly ExteriorColour[], words: readonly string[]][] = [
  [['White', 'Pearl White'], list('white weiss weiß weisser weisses weiße weißer weißes')],
  [['Pearl White'], list('pearlwhite')],
  [['Black'], list('black schwarz schwarzer schwarzes schwarze')],
  [['Silver'], list('silver silber silberner')],
  [['Grey', 'Charcoal'], list('grey gray grau graues grauer graue anthrazit gunmetal ash')],
  [['Charcoal'], list('charcoal')],
  [['Blue', 'Dark Blue', 'Light Blue'], list('blue blau blaues blauer blaue')],
  [['Dark Blue'], list('darkblue navy navyblue dunkelblau')],
  [['Light Blue'], list('lightblue skyblue hellblau')],
  [['Red', 'Maroon', 'Burgundy'], list('red rot rotes roter rote')],
  [['Maroon', 'Burgundy'], list('maroon burgundy winered wine')],
  [['Green', 'Dark Green'], list('green grun gruen grunes')],
  [['Dark Green'], list('darkgreen dunkelgrun')],
  [['Gold', 'Champagne'], list('gold golden')],
  [['Champagne'], list('champagne')],
  [['Beige', 'Cream'], list('beige')],
  [['Cream'], list('cream')],
  [['Brown', 'Bronze'], list('brown braun braunes')],
  [['Bronze'], list('bronze')],
  [['Orange'], list('orange')],
  [['Yellow'], list('yellow gelb gelbes gelber')],
  [['Purple'], list('purple violet lila')],
  [['Turquoise'], list('turquoise turkis')],
]
export const allColours: readonly string[] = exteriorColours.map(factTag)

/** Equipment that the search does not support and whose parts would match other words. */
const otherEquipment = list('rearac frontac sparkplug sparkplugs')

/** Words after a colour that show that the colour is not the paint. */
const inside = list(
  'interior inside seat seats upholstery roof rims wheels mags badge edition pack top plate plates trim book',
)

/** Words for each value of a list; a word of several values means any of them. */
type Words<V extends string> = Readonly<Partial<Record<V, string>>>

const allWheels = `4x4 4x4s 4wd awd fourwheeldrive 4wheeldrive 4wheel allwheeldrive allradantrieb allrad fourbyfour 4by4
  quattro xdrive 4matic 4motion`
const twoWheels = '4x2 2x4 2wd 2wheeldrive twowheeldrive'
const driveWords: Words<(typeof drives)[number]> = {
  '4WD': allWheels,
  AWD: allWheels,
  FWD: `${twoWheels} fwd frontwheeldrive frontantrieb vorderradantrieb`,
  RWD: `${twoWheels} rwd rearwheeldrive heckantrieb hinterradantrieb`,
}
export const allDrives: readonly string[] = drives.map(factTag)

const conditionWords: Words<(typeof conditions)[number]> = {
  Used: `used secondhand 2ndhand preowned preloved tokunbo tokumbo foreignused foriegnused nigerianused nigeriaused
    naijaused tweedehands tweedehandse toks locallyused localused belgium gebraucht gebrauchte gebrauchter gebrauchtes
    gebrauchtwagen`,
  New: 'brandnew tearrubber new zerokm 0km zeromileage neuwagen neuer neues',
}
export const allConditions: readonly string[] = conditions.map(factTag)
/** Expressions in which "new" describes the papers, or means the opposite. */
const notNew = list('newregistration newreg neverused prereg preregistered preregistration')

const leatherWords = 'leather leatherseats leatherseat leatherinterior leder ledersitze lederausstattung'
const cruiseWords = 'cruisecontrol tempomat cruise'
const featureWords: Words<SoughtFeature> = {
  Sunroof: 'sunroof panoramic panoramicroof panoramicsunroof panoroof moonroof schiebedach panoramadach',
  'Leather Seats': leatherWords,
  'Heated Seats': 'heatedseats heatedseat sitzheizung',
  Bluetooth: 'bluetooth',
  'Backup Camera': `reversecamera reversingcamera backupcamera rearcamera rearviewcamera camera parkingcamera
    ruckfahrkamera`,
  'Tow Bar': 'towbar towhitch towinghitch anhangerkupplung ahk',
  'Cruise Control': cruiseWords,
  'Adaptive Cruise Control': `${cruiseWords} adaptivecruise adaptivecruisecontrol abstandstempomat`,
  'Navigation System': 'navigation nav satnav gps navi navigationsystem',
  'Apple CarPlay': 'carplay applecarplay',
  'Android Auto': 'androidauto',
  'Keyless Entry': 'keyless keylessentry keylessgo',
  'Push Button Start': 'pushstart pushtostart pushbuttonstart pushbutton startbutton buttonstart thumbstart',
  'A/C: Front':
    'aircon ac acs airconditioning aircondition airconditioner airco klimaanlage klima klimaautomatik',
  'Alloy Wheels': 'alloywheels alloys alloy alloyrims mags magwheels magrims alufelgen',
  'Rear Parking Sensors': `parkingsensors parksensors pdc parkdistancecontrol reversesensors parkingsensor einparkhilfe
    parksensoren`,
  'Third Row Seats': 'thirdrow thirdrowseats 3rdrow 3rdrowseats 3rows 3row 3rowseats',
  Warranty: 'warranty garantie',
}

/** Words that ask for an order. */
const orderWords: Words<SortValue> = {
  price_low_high: `cheap cheaper cheapest affordable lowprice lowestprice lowbudget budgetcar inexpensive lowcost
    lowcostcar budgetfriendly goedkoop gunstig gunstige gunstiges gunstiger gunstigste billig billige billiges billiger
    guenstig cheapestfirst lowestpricefirst lowpricefirst`,
  price_high_low: 'mostexpensive highestprice highestpricefirst teuerste',
  mileage_low_high: `lowmileage lowestmileage lowmilage lowmiles lowmiler lowkm lowkms lowkilometres lowkilometers
    lowestkm lowestkms wenigkilometer wenigkm wenigegelaufen weniggelaufen geringelaufleistung lessmileage lesskm
    lessmiles leastdriven lowestmileagefirst lowodo`,
  year_high_low: `newer newermodel newermodels newershape newest newestfirst latest latestfirst latestmodel newestmodel
    neueste neuester`,
  year_low_high: 'oldest oldestfirst alteste',
}

/** Bodies by number of doors, for a text that names neither body nor model, since ads state no doors. */
const doors: readonly [bodies: readonly CarType[], counts: string][] = [
  [['Coupe', 'Convertible'], '2 two'],
  [['Hatchback', 'Coupe'], '3 three'],
  [['Sedan', 'Pickup'], '4 four'],
  [['Hatchback', 'SUV', 'Wagon', 'MPV'], '5 five'],
]
const doorWords = list('door doors dr turer turig tuerer')
const seatWords = list('seater seaters seat seats sitzer sitze sitzen passenger passengers')
/** Most cars have this number of seats, so the words do not narrow a search. */
const usualSeats = list('2 4 5 two four five')
const seatCounts = list('6 7 8 9 six seven eight nine')
const busCounts = list('10 12 14 15 16 18 22 23')

/** Words for dealers whose papers the operator has checked. */
const verifiedDealers = list(
  `verified verifieddealer verifieddealers verifieddealership verifiedseller verifiedsellers trusteddealer trusteddealers
  trustedseller trustedsellers approveddealer approveddealers`,
)
/** Expressions in which "verified" describes the car. */
const otherVerified = list(
  `verifiedmileage verifiedkm verifiedkms verifiedhistory verifiedservice verifiedservicehistory verifiedpapers
  verifieddocuments verifiedcar verifiedcars verifiedcondition`,
)

const joined = (heads: readonly string[], tails: readonly string[]) =>
  heads.flatMap((head) => tails.map((tail) => head + tail))

/** Returns the meanings of facts, orders and statements about other things, by their words. */
export function factMeanings(): [key: string, meaning: Meaning][] {
  const all: [string, Meaning][] = []
  const add = (keys: readonly string[], meaning: Meaning) => {
    for (const key of keys) all.push([key, meaning])
  }
  const facts = (field: FactField, values: readonly string[], keys: readonly string[]) =>
    add(keys, { kind: 'fact', field, values: values.map(factTag) })
  const table = (field: FactField, words: Words<string>) => {
    const meant = new Map<string, string[]>()
    for (const [value, text = ''] of Object.entries(words)) {
      for (const word of list(text)) meant.set(word, [...(meant.get(word) ?? []), value])
    }
    for (const [word, values] of meant) facts(field, values, [word])
  }
  const paints = colours.flatMap(([, words]) => words)
  add(verifiedDealers, { kind: 'verified' })
  add([...notNew, ...otherEquipment, ...otherVerified, ...joined(paints, inside)], { kind: 'aside' })
  facts('feature', ['Leather Seats'], joined(paints, list(leatherWords)))
  for (const [shades, words] of colours) facts('colour', shades, words)
  table('drive', driveWords)
  table('condition', conditionWords)
  table('feature', featureWords)
  for (const [sort, words] of Object.entries(orderWords))
    add(list(words), { kind: 'sort', sort: sort as SortValue })
  for (const [values, counts] of doors) add(joined(list(counts), doorWords), { kind: 'doors', values })
  add(joined(usualSeats, seatWords), { kind: 'aside' })
  add(joined(seatCounts, seatWords), { kind: 'fact', field: 'feature', values: [manySeats] })
  add(joined(busCounts, seatWords), { kind: 'bodytype', values: ['Minibus'] })
  return all
}
