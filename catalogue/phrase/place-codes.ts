/** Quarters of cities, which tell the city in the column of a table; the ad keeps their names as its address. */
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
/** Where most of a place is that has no city of its name: "Abuja" alone. */
export const mainDistricts: ReadonlyMap<string, string> = new Map(
  ['abuja', 'fct', 'fctabuja'].map((key) => [key, 'Garki']),
)

/**
 * Short and other spellings of places that mean one only where a place is asked for, in the column of a table: in a
 * search "golf vi" is a car and "mp" says little. No phone carries them.
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
