import type { CarType } from '../../contract/limits.ts'

/** Splits a list of words; each word contains no blanks and no hyphens. */
const list = (text: string) => text.split(/\s+/).filter((t) => t !== '')

export const bodyWords: Readonly<Record<CarType, readonly string[]>> = {
  SUV: list('suv suvs crossover crossovers gelandewagen softroader'),
  Sedan: list('sedan sedans saloon saloons limousine stufenheck'),
  Hatchback: list('hatchback hatchbacks hatch hatches hatchbag kleinwagen schragheck'),
  Pickup: list(
    `pickup pickups pickuptruck bakkie bakkies bakki ute truck doublecab doublecabs doublecabin dcab dcabs dblcab singlecab scab xcab
    sglcab clubcab ccab extendedcab extcab xtracab kingcab supercab halfcab spacecab crewcab dubbelkajuit enkelkajuit doppelkabine pritsche`,
  ),
  Coupe: list('coupe coupes'),
  Convertible: list(
    'convertible convertibles convertable cabriolet cabrio cabriolets roadster softtop droptop',
  ),
  Wagon: list(
    'wagon wagons sportstourer familienkombi stationwagon estate estates kombi kombis avant tmodell',
  ),
  MPV: list('mpv mpvs minivan minivans peoplecarrier peoplecarriers peoplemover'),
  Minibus: list('minibus minibuses bus buses kleinbus'),
}

/** Words for a family car, and the bodies they mean. */
export const familyCars: readonly [bodies: readonly CarType[], words: readonly string[]] = [
  ['SUV', 'MPV', 'Wagon'],
  list('familycar familycars familyvehicle familienauto familywagon'),
]

/**
 * Words for fuels. People call petrol and gasoline the same fuel, but the option lists have both (R-VAL-09): either word
 * means both.
 */
export const fuelWords: readonly [values: readonly string[], words: readonly string[]][] = [
  [['Petrol', 'Gasoline'], list('petrol gasoline benzine benzin benziner petrols tsi tfsi fsi vvti gdi mpi')],
  [
    ['Diesel'],
    list(
      'diesel diesels deisel tdi cdi hdi bluehdi crdi crd dci d4d gd6 tdci ddis jtd cdti did dtec bitdi td4 tdv6 sdv6 tdv8 sdv8 bluetec multijet selbstzunder',
    ),
  ],
  [['Hybrid'], list('hybrid hybrids phev hev mhev pluginhybrid plugin')],
  [
    ['Electric'],
    list(
      'electric ev evs bev elektro elektroauto elektroautos eauto eautos fullyelectric electriccar electriccars elektrisch',
    ),
  ],
  [['LPG Autogas'], list('lpg autogas lpgautogas cng')],
  [['Ethanol'], list('ethanol')],
]

export const gearWords: readonly [value: string, words: readonly string[]][] = [
  [
    'Automatic',
    list(
      'automatic automatics outomaties auto automatik automatikauto automatikgetriebe autobox cvt dsg pdk dct edc stronic steptronic tiptronic automaticgearbox automatictransmission automaticgear autogear autogearbox',
    ),
  ],
  [
    'Manual',
    list(
      'manual manuals stick stickshift stickgear handschaltung schaltgetriebe schalter handschalter manuell manualgear manualgearbox manualtransmission gearboxmanual',
    ),
  ],
  ['Semi-Automatic', list('semiautomatic semiautometic semiauto')],
]

/** Short and former names of makes, by the title in the reference data. */
export const makeNames = new Map<string, readonly string[]>(
  Object.entries({
    'Mercedes-Benz': list('merc mercs mercedes benz'),
    Volkswagen: list('vw vws volkswagon vdub volksie'),
    Chevrolet: list('chev chevs chevy'),
    BMW: list('beemer bimmer beamer'),
    'Land Rover': list('landy landie'),
    Opel: list('vauxhall'),
    Lamborghini: list('lambo'),
    Mitsubishi: list('mitsu'),
    Innoson: list('ivm'),
    GWM: list('greatwall'),
    'Rolls-Royce': list('rolls'),
  }),
)
/** Other names of models, by the model's title, regardless of the make. */
export const modelNames = new Map<string, readonly string[]>(
  Object.entries({
    'G-Class': list('gwagon gwagons gwagen gwaggon gwag'),
    'Land Cruiser Prado': list('prado'),
    'ML-Class': list('mclass ml'),
    'Range Rover Evoque': list('evoque evoke'),
    'Range Rover Sport': list('rangesport'),
    'Range Rover Velar': list('velar'),
    '3 Series': list('gusheshe'),
    '500': list('500c'),
    Hiace: list('siyaya quantumbus hummerbus'),
    Transporter: list('t4 t5 t6'),
    Discovery: list('disco'),
    Jetta: list('jetter'),
    // Nigerian nicknames of its generations.
    Accord: list('evilspirit endofdiscussion discussioncontinues babyboy'),
    'Polo Vivo': list('vivo'),
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

/** Model names that are ordinary words as well: they count only after their make. */
export const plainNames = new Set(
  list(
    `go cross utility city partner convertible sport series class model electric grand plus range persona carrier fox
    rush wish fit element note quest master trip up alto ram seat smart legend flex bravo rogue versa colt sonic sierra
    kicks across sunny puma passport liberty commander eclipse premier
    california charger superb terrain safari xenon indigo boxer expert
    edge note one home hybrid premium classic black star life spider`,
  ),
)

/** Words that say nothing about the car when they have no other meaning. */
export const fillers = new Set(
  list(
    `a an the in at of on with for by to from near around about or and is are be i am im we want need looking look find
    show me my please any some v colour color coloured farbe car cars vehicle vehicles autos motor wheels whip sale selling sell buy buying model
    ein eine einen einem und oder mit der die das dem den fur suche suchen ich zu zum zur verkaufen kaufen fahrzeug
    fahrzeuge ek soek n vir te koop wagen pkw baujahr bj ez km kms model make year price priced cost costing that which located based only anything`,
  ),
)

/** Words of the trade and of colours, spelled correctly: they are not misspelled names ("gold" does not mean Golf). */
export const ordinary = new Set(
  list(
    `black white silver grey gray blue green brown beige gold golden bronze orange yellow purple maroon pearl cream navy
    champagne burgundy charcoal metallic clean neat accident free leather interior exterior sunroof panoramic alloy
    alloys rims mags wheel wheels tyre tyres audio sound bluetooth camera screen navigation keyless start stop engine
    gear gears gearbox transmission body paint first second third owner owners lady driven drive service serviced
    history full book books papers registered licence license duty paid customs foreign local locally import imported
    tokunbo bought brand fresh original mint good great nice condition excellent perfect super urgent negotiable bargain
    deal deals cheap cheapest best finance financing warranty swap trade family limited luxury comfort edition special
    executive allure turbo plate plates reg number dealer dealers dealership verified private seller trusted mile reichweite seat seats seater seaters door doors cargo long short base high line roof cover spare keys trail
    double single crew king extended cabin canopy towbar bullbar mileage kilometres miles under over below above
    less more than between budget maximum minimum like light lights aircon system power steering airbag
    airbags cruise control heated electric windows manual facelift stock hail damage damaged needs attention runner
    basic better bigger bitter carrera carries changing couple covers electrical freestyle mangel nigel space stallion tron variante vintage roads copper cherry paddle shift micro elektrische elektrischer elektrisches`,
  ),
)

/** Words and signs that separate alternatives. */
export const separators = new Set(list('or and vs versus gegen oder und , ; | &'))

/** Words before something unwanted. */
export const negations = new Set(
  list(
    `no not isn isnt non without except excluding exclude but never nothing avoid hate don dont apart instead minus
    nicht kein keine keinen ohne ausser außer statt anstatt`,
  ),
)

/** Words that qualify something unwanted: "no major accidents". */
export const degrees = new Set(list('any previous prior major minor serious other more former history of'))

/** Words that identify a German text, in which "Auto" means a car and not a gearbox. */
export const isGerman = new Set(
  list(
    `ab von ohne sitzer gutes erstes ein eine einen mit suche suchen gunstiges gunstig gunstige billiges billig unter bis gebrauchtes gebrauchte gebraucht
    kleines und oder fur kaufen zwischen kombi benziner automatik schaltgetriebe weisses schwarzes rotes blaues neues munchen berlin hamburg koln frankfurt stuttgart`,
  ),
)
