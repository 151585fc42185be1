import { conditions, drives, type CarType, type SortValue } from '../../contract/limits.ts'
import { exteriorColours, type ExteriorColour, type SoughtFeature } from '../../contract/values/options.ts'
import { manySeats, factTag } from '../tags.ts'
import type { Meaning } from './meaning.ts'

/** What people call colours, drives, conditions and equipment. Keys are spelled without blanks and hyphens. */
const list = (text: string) => text.split(/\s+/).filter((t) => t !== '')

/** Shades go by the name of their colour as well. */
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

/** Equipment that no search knows, of which a part would be read as something else. */
const otherEquipment = list('rearac frontac sparkplug sparkplugs')

/** Behind a colour: it is not the paint that is meant. */
const inside = list(
  'interior inside seat seats upholstery roof rims wheels mags badge edition pack top plate plates trim book',
)

const drivesByWord: readonly [drives: readonly (typeof drives)[number][], words: readonly string[]][] = [
  [
    ['4WD', 'AWD'],
    list(
      '4x4 4x4s 4wd awd fourwheeldrive 4wheeldrive 4wheel allwheeldrive allradantrieb allrad fourbyfour 4by4 quattro xdrive 4matic 4motion',
    ),
  ],
  [['FWD', 'RWD'], list('4x2 2x4 2wd 2wheeldrive twowheeldrive')],
  [['FWD'], list('fwd frontwheeldrive frontantrieb vorderradantrieb')],
  [['RWD'], list('rwd rearwheeldrive heckantrieb hinterradantrieb')],
]
export const allDrives: readonly string[] = drives.map(factTag)

const conditionsByWord: readonly [condition: (typeof conditions)[number], words: readonly string[]][] = [
  [
    'Used',
    list(
      `used secondhand 2ndhand preowned preloved tokunbo tokumbo foreignused foriegnused nigerianused nigeriaused
      naijaused tweedehands tweedehandse toks locallyused localused belgium gebraucht gebrauchte gebrauchter gebrauchtes gebrauchtwagen`,
    ),
  ],
  ['New', list('brandnew tearrubber new zerokm 0km zeromileage neuwagen neuer neues')],
]
export const allConditions: readonly string[] = conditions.map(factTag)
/** "new" says something of the papers, or the contrary. */
const notNew = list('newregistration newreg neverused prereg preregistered preregistration')

const featuresByWord: readonly [features: readonly SoughtFeature[], words: readonly string[]][] = [
  [
    ['Sunroof'],
    list('sunroof panoramic panoramicroof panoramicsunroof panoroof moonroof schiebedach panoramadach'),
  ],
  [
    ['Leather Seats'],
    list('leather leatherseats leatherseat leatherinterior leder ledersitze lederausstattung'),
  ],
  [['Heated Seats'], list('heatedseats heatedseat sitzheizung')],
  [['Bluetooth'], list('bluetooth')],
  [
    ['Backup Camera'],
    list(
      'reversecamera reversingcamera backupcamera rearcamera rearviewcamera camera parkingcamera ruckfahrkamera',
    ),
  ],
  [['Tow Bar'], list('towbar towhitch towinghitch anhangerkupplung ahk')],
  [['Cruise Control', 'Adaptive Cruise Control'], list('cruisecontrol tempomat cruise')],
  [['Adaptive Cruise Control'], list('adaptivecruise adaptivecruisecontrol abstandstempomat')],
  [['Navigation System'], list('navigation nav satnav gps navi navigationsystem')],
  [['Apple CarPlay'], list('carplay applecarplay')],
  [['Android Auto'], list('androidauto')],
  [['Keyless Entry'], list('keyless keylessentry keylessgo')],
  [
    ['Push Button Start'],
    list('pushstart pushtostart pushbuttonstart pushbutton startbutton buttonstart thumbstart'),
  ],
  [
    ['A/C: Front'],
    list('aircon ac acs airconditioning aircondition airconditioner airco klimaanlage klima klimaautomatik'),
  ],
  [['Alloy Wheels'], list('alloywheels alloys alloy alloyrims mags magwheels magrims alufelgen')],
  [
    ['Rear Parking Sensors'],
    list(
      'parkingsensors parksensors pdc parkdistancecontrol reversesensors parkingsensor einparkhilfe parksensoren',
    ),
  ],
  [['Third Row Seats'], list('thirdrow thirdrowseats 3rdrow 3rdrowseats 3rows 3row 3rowseats')],
  [['Warranty'], list('warranty garantie')],
]

/** Wishes about the order. */
const orders: readonly [sort: SortValue, words: readonly string[]][] = [
  [
    'price_low_high',
    list(
      `cheap cheaper cheapest affordable lowprice lowestprice lowbudget budgetcar inexpensive lowcost lowcostcar
      budgetfriendly goedkoop gunstig gunstige gunstiges gunstiger gunstigste billig billige billiges billiger guenstig cheapestfirst lowestpricefirst lowpricefirst`,
    ),
  ],
  ['price_high_low', list('mostexpensive highestprice highestpricefirst teuerste')],
  [
    'mileage_low_high',
    list(
      `lowmileage lowestmileage lowmilage lowmiles lowmiler lowkm lowkms lowkilometres lowkilometers lowestkm
      lowestkms wenigkilometer wenigkm wenigegelaufen weniggelaufen geringelaufleistung lessmileage lesskm lessmiles leastdriven lowestmileagefirst lowodo`,
    ),
  ],
  [
    'year_high_low',
    list(
      'newer newermodel newermodels newershape newest newestfirst latest latestfirst latestmodel newestmodel neueste neuester',
    ),
  ],
  ['year_low_high', list('oldest oldestfirst alteste')],
]

/** Doors by the bodies that have them, for a text that names neither body nor model; no ad states them. */
const doors: readonly [bodies: readonly CarType[], counts: readonly string[]][] = [
  [
    ['Coupe', 'Convertible'],
    ['2', 'two'],
  ],
  [
    ['Hatchback', 'Coupe'],
    ['3', 'three'],
  ],
  [
    ['Sedan', 'Pickup'],
    ['4', 'four'],
  ],
  [
    ['Hatchback', 'SUV', 'Wagon', 'MPV'],
    ['5', 'five'],
  ],
]
const doorWords = ['door', 'doors', 'dr', 'turer', 'turig', 'tuerer']
const seatCounts = ['6', '7', '8', '9', 'six', 'seven', 'eight', 'nine']
const seatWords = [
  'seater',
  'seaters',
  'seat',
  'seats',
  'sitzer',
  'sitze',
  'sitzen',
  'passenger',
  'passengers',
]
const busCounts = ['10', '12', '14', '15', '16', '18', '22', '23']

/** Who sells it: the operator has seen the papers. */
const verifiedDealers = list(
  `verified verifieddealer verifieddealers verifieddealership verifiedseller verifiedsellers trusteddealer trusteddealers
  trustedseller trustedsellers approveddealer approveddealers`,
)
/** "verified" says something of the car. */
const otherVerified = list(
  `verifiedmileage verifiedkm verifiedkms verifiedhistory verifiedservice verifiedservicehistory verifiedpapers
  verifieddocuments verifiedcar verifiedcars verifiedcondition`,
)

/** Facts, orders and what is said of something else, by what people call them. */
export function factMeanings(): [key: string, meaning: Meaning][] {
  const all: [string, Meaning][] = []
  const facts = (
    field: 'colour' | 'drive' | 'condition',
    values: readonly string[],
    words: readonly string[],
  ) => {
    for (const word of words) all.push([word, { kind: 'fact', field, values: values.map(factTag) }])
  }
  for (const key of verifiedDealers) all.push([key, { kind: 'verified' }])
  for (const key of [...notNew, ...otherEquipment, ...otherVerified]) all.push([key, { kind: 'aside' }])
  for (const [, words] of colours) {
    for (const word of words) for (const part of inside) all.push([word + part, { kind: 'aside' }])
  }
  const [, leather] = featuresByWord.find(([[feature]]) => feature === 'Leather Seats') ?? [[], []]
  for (const [, words] of colours) {
    for (const word of words) {
      for (const skin of leather) {
        all.push([word + skin, { kind: 'fact', field: 'feature', values: [factTag('Leather Seats')] }])
      }
    }
  }
  for (const [shades, words] of colours) facts('colour', shades, words)
  for (const [some, words] of drivesByWord) facts('drive', some, words)
  for (const [condition, words] of conditionsByWord) facts('condition', [condition], words)
  for (const [features, words] of featuresByWord) {
    for (const word of words)
      all.push([word, { kind: 'fact', field: 'feature', values: features.map(factTag) }])
  }
  for (const [sort, words] of orders) for (const word of words) all.push([word, { kind: 'sort', sort }])
  for (const [values, counts] of doors) {
    for (const count of counts)
      for (const word of doorWords) all.push([count + word, { kind: 'doors', values }])
  }
  // Most cars have as many.
  for (const count of ['2', '4', '5', 'two', 'four', 'five']) {
    for (const word of seatWords) all.push([count + word, { kind: 'aside' }])
  }
  for (const count of seatCounts) {
    for (const word of seatWords) {
      all.push([count + word, { kind: 'fact', field: 'feature', values: [manySeats] }])
    }
  }
  for (const count of busCounts) {
    for (const word of seatWords) all.push([count + word, { kind: 'bodytype', values: ['Minibus'] }])
  }
  return all
}
