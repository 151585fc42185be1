/** Districts of cities, which identify the city in a table's column; the ad keeps the district as its address. */
export const placeQuarters: ReadonlyMap<string, string> = new Map(
  Object.entries({
    Wuse: 'jabi utako maitama mabushi mabuchi wuse2 wusezone',
    Garki: 'asokoro areaone area1 area11 centralarea centralbusinessdistrict durumi apo guzape',
    Gwarinpa: 'lifecamp katampe kado',
    'Victoria Island': 'ikoyi oniru',
    Ikeja: 'alausa oregun opebi',
    Sandton: 'bryanston fourways rivonia',
    Boksburg: 'kemptonpark',
  }).flatMap(([city, keys]) => keys.split(' ').map((key) => [key, city] as const)),
)
/** The main district of a place that has no city of the same name: "Abuja" alone. */
export const mainDistricts: ReadonlyMap<string, string> = new Map(
  ['abuja', 'fct', 'fctabuja'].map((key) => [key, 'Garki']),
)

/**
 * Abbreviations and other spellings of places that are unambiguous only in a place column of a table: in a search, "golf vi"
 * is a car and "mp" has no clear meaning. The phone's code does not contain them.
 */
export const placeCodes: ReadonlyMap<string, string> = new Map(
  Object.entries({
    'Western Cape': 'wc',
    'Eastern Cape': 'ec',
    'Northern Cape': 'nc',
    'North West': 'nw',
    'Free State': 'fs',
    Limpopo: 'lp lim',
    Mpumalanga: 'mp mpu',
    Gauteng: 'gau',
    'KwaZulu-Natal': 'kz',
    'FCT Abuja': 'federalcapitalterritory abujafct',
    'Victoria Island': 'vi',
    Lekki: 'lekki1 lekki2',
    Gwarinpa: 'gwarimpa',
    Osogbo: 'oshogbo',
    Ogbomoso: 'ogbomosho',
    Sagamu: 'shagamu',
    'Obio-Akpor': 'obioakpo',
    Umhlanga: 'umhlangarocks',
  }).flatMap(([place, keys]) => keys.split(' ').map((key) => [key, place] as const)),
)
