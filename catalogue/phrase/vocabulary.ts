import type { CarType } from '../../contract/limits.ts'

/** What people call things. Each entry is a list of spellings without blanks and hyphens. */
const list = (text: string) => text.split(/\s+/).filter((t) => t !== '')

export const bodyWords: Readonly<Record<CarType, readonly string[]>> = {
  SUV: list('suv suvs crossover crossovers'),
  Sedan: list('sedan sedans saloon saloons'),
  Hatchback: list('hatchback hatchbacks hatch hatches'),
  Pickup: list(
    'pickup pickups pickuptruck bakkie bakkies doublecab doublecabs singlecab clubcab extendedcab supercab ute',
  ),
  Coupe: list('coupe coupes'),
  Convertible: list('convertible convertibles cabriolet cabrio cabriolets roadster softtop droptop'),
  Wagon: list('wagon wagons stationwagon estate estates'),
  MPV: list('mpv mpvs minivan minivans peoplecarrier peoplemover'),
  Minibus: list('minibus minibuses bus buses'),
}

/** What a family calls its car: room for everybody and what they bring. */
export const familyCars: readonly [bodies: readonly CarType[], words: readonly string[]] = [
  ['SUV', 'MPV', 'Wagon'],
  list('familycar familycars familyvehicle'),
]

/** Petrol and gasoline are one fuel to people and two in the lists (R-VAL-09): either word means both. */
export const fuelWords: readonly [values: readonly string[], words: readonly string[]][] = [
  [['Petrol', 'Gasoline'], list('petrol gasoline benzine')],
  [['Diesel'], list('diesel diesels')],
  [['Hybrid'], list('hybrid hybrids phev hev pluginhybrid')],
  [['Electric'], list('electric ev evs bev')],
  [['LPG Autogas'], list('lpg autogas lpgautogas')],
  [['Ethanol'], list('ethanol')],
]

export const gearWords: readonly [value: string, words: readonly string[]][] = [
  ['Automatic', list('automatic automatics auto')],
  ['Manual', list('manual manuals stick stickshift')],
  ['Semi-Automatic', list('semiautomatic semiautometic semiauto')],
]

/** Short and former names, by the name in the reference data. */
export const makeNames = new Map<string, readonly string[]>(
  Object.entries({
    'Mercedes-Benz': list('merc mercs mercedes benz'),
    Volkswagen: list('vw vws volkswagon'),
    Chevrolet: list('chev chevs chevy'),
    BMW: list('beemer bimmer beamer'),
    'Land Rover': list('landy landie'),
    Lamborghini: list('lambo'),
    Mitsubishi: list('mitsu'),
    Innoson: list('ivm'),
    GWM: list('greatwall'),
    'Rolls-Royce': list('rolls'),
  }),
)
export const provinceNames = new Map<string, readonly string[]>(
  Object.entries({
    'FCT Abuja': list('abuja fct abj'),
    'KwaZulu-Natal': list('kzn natal kwazulu'),
    Gauteng: list('gp gauties'),
  }),
)
export const cityNames = new Map<string, readonly string[]>(
  Object.entries({
    Johannesburg: list('jhb joburg jozi joeys'),
    Pretoria: list('pta tshwane'),
    'Cape Town': list('cpt kaapstad'),
    Durban: list('dbn durbs durbz ethekwini'),
    Gqeberha: list('pe portelizabeth'),
    'East London': list('buffalocity'),
    Bloemfontein: list('bloem'),
    Pietermaritzburg: list('pmb maritzburg'),
    Polokwane: list('pietersburg'),
    Mbombela: list('nelspruit'),
    eMalahleni: list('witbank'),
    Makhanda: list('grahamstown'),
    Komani: list('queenstown'),
    Mthatha: list('umtata'),
    Mahikeng: list('mafikeng mafeking'),
    Potchefstroom: list('potch'),
    Mokopane: list('potgietersrus'),
    Vanderbijlpark: list('vanderbijl'),
    Stellenbosch: list('stellies'),
    'Port Harcourt': list('ph phc phcity portharcout'),
    'Benin City': list('benin'),
    'Sango Ota': list('ota sangotta'),
    'Ile-Ife': list('ife'),
    'Amuwo-Odofin': list('amuwo festac'),
    'Ado-Ekiti': list('ado'),
  }),
)

/** Names of models that are plain words as well: they count only behind their make. */
export const plainNames = new Set(
  list(
    `go cross utility city partner convertible sport series class model electric grand plus range persona carrier fox
    edge note one home hybrid premium classic black star life spider`,
  ),
)

/** Says nothing about the car when nothing else claims it. */
export const fillers = new Set(
  list(
    `a an the in at of on with for by to from near around about or and is are be i am im we want need looking look find
    show me my please any some car cars vehicle vehicles autos sale selling sell buy buying used second hand
    secondhand preowned model make year price priced cost costing that which located based only`,
  ),
)

/** Words of the trade and of colours, spelled right: they are not some name misspelled ("gold" is no Golf). */
export const ordinary = new Set(
  list(
    `black white silver grey gray blue green brown beige gold golden bronze orange yellow purple maroon pearl cream navy
    champagne burgundy charcoal metallic clean neat accident free leather interior exterior sunroof panoramic alloy
    alloys rims mags wheel wheels tyre tyres audio sound bluetooth camera screen navigation keyless start stop engine
    gear gears gearbox transmission body paint first second third owner owners lady driven drive service serviced
    history full book books papers registered licence license duty paid customs foreign local locally import imported
    tokunbo bought brand fresh original mint good great nice condition excellent perfect super urgent negotiable bargain
    deal deals cheap cheapest best finance financing warranty swap trade family limited luxury comfort edition special
    executive allure turbo seat seats seater seaters door doors cargo long short base high line roof cover spare keys trail
    double single crew king extended cabin canopy towbar bullbar mileage kilometres miles under over below above
    less more than between budget maximum minimum like light lights aircon system power steering airbag
    airbags cruise control heated electric windows manual facelift stock hail damage damaged needs attention runner`,
  ),
)

/** Between two names of which either will do. */
export const separators = new Set(list('or and vs versus , ; | &'))

/** What follows is not wanted; since nothing can be left out of a search, neither word is read. */
export const negations = new Set(list('no not non without except excluding'))
