import fc from '../../support/property.ts'
import { describe, expect, test } from 'vitest'
import { readPhrase } from '#catalogue'
import { demoReference as market } from '../../support/demo-names.ts'
import { readingOf, type PhraseReading as Reading } from '../../support/phrases/reading.ts'
import { allMakes } from '../../../server/reference/makes/read-makes.ts'
import { world } from '../../support/cars.ts'

const read = (text: string, reference = market) => readingOf(text, reference)

/** Typed texts and their meaning; words that are only searched as text are in quotes. */
const table: [about: string, rows: [typed: string, meant: string][]][] = [
  [
    'whole sentences',
    [
      ['toyota under 5m automatic lagos', 'Toyota, price ..5000000, Automatic, in Lagos State'],
      ['audi a4 2015 under 300k', 'Audi/A4, year 2015..2015, price ..300000'],
      ['used toyota in lagos', '#used, Toyota, in Lagos State'],
      ['family car in abuja under 4m', 'SUV+MPV+Wagon, in FCT Abuja, price ..4000000'],
      ['I am looking for a diesel bakkie near pretoria', 'Diesel, Pickup, in Pretoria'],
      ['cars for sale', ''],
      ['Hilux 2.8 GD-6 Raider', 'Toyota/Hilux, #2.8 l, Diesel, "raider"'],
      ['vw polo vivo jhb', 'Volkswagen/Polo Vivo, in Johannesburg'],
      ['beemer x5 in durbs', 'BMW/X5, in Durban'],
      ['hilux or ranger, manual', 'Toyota/Hilux, Ford/Ranger, Manual'],
      ['corolla, 2015, R150 000', 'Toyota/Corolla, year 2015..2015, price 135000..165000'],
    ],
  ],
  [
    'who sells it',
    [
      ['toyota from verified dealers', 'Toyota, verified'],
      ['trusted dealer bmw x5', 'verified, BMW/X5'],
      ['verified suv in lagos', 'verified, SUV, in Lagos State'],
      ['hilux verified mileage', 'Toyota/Hilux, "verified", "mileage"'],
      ['verified dealers only', 'verified'],
    ],
  ],
  [
    'makes and their short names',
    [
      ['merc', 'Mercedes-Benz'],
      ['BENZ', 'Mercedes-Benz'],
      ['mercedes benz', 'Mercedes-Benz'],
      ['land-rover', 'Land Rover'],
      ['chev', 'Chevrolet'],
      ['citroen', 'Citroën'],
      ['great wall', 'GWM'],
      ['rover', '"rover"'],
    ],
  ],
  [
    'models with and without blanks and hyphens',
    [
      ['land cruiser', 'Toyota/Land Cruiser'],
      ['landcruiser', 'Toyota/Land Cruiser'],
      ['land-cruiser prado', 'Toyota/Land Cruiser Prado'],
      ['prado', 'Toyota/Land Cruiser Prado'],
      ['range rover sport', 'Land Rover/Range Rover Sport'],
      ['cr v', 'Honda/CR-V'],
      ['crv', 'Honda/CR-V'],
      ['rav 4', 'Toyota/RAV4'],
      ['f150', 'Ford/F-150'],
      ['xtrail', 'Nissan/X-Trail'],
      ['id.4', 'Volkswagen/ID.4'],
      ['go+', 'Datsun/Go+'],
      ['h1', 'Haval/H1+Hyundai/H-1'],
      ['corolla cross', 'Toyota/Corolla Cross'],
      ['cooper s', 'Mini/Cooper S'],
      ['3 series', 'BMW/3 Series'],
      ['c class', 'Mercedes-Benz/C-Class'],
    ],
  ],
  [
    'numbers that are models',
    [
      ['mazda 3', 'Mazda/Mazda3'],
      ['mazda3 2015', 'Mazda/Mazda3, year 2015..2015'],
      ['mazda 3 150 000 km', 'Mazda/Mazda3, mileage ..150000'],
      ['peugeot 208', 'Peugeot/208'],
      ['208', '"208"'],
      ['peugeot 2008', 'Peugeot/2008'],
      ['2008 peugeot', 'year 2008..2008, Peugeot'],
      ['2008 peugeot 2008', 'year 2008..2008, Peugeot/2008'],
      ['peugeot 2008-2012', 'Peugeot, year 2008..2012'],
      ['peugeot 208 under 150 000', 'Peugeot/208, price ..150000'],
      ['fiat 500', 'Fiat/500'],
      ['bmw 3', 'BMW/3 Series'],
      ['bmw 3 million', 'BMW, price 2700000..3300000'],
      ['bmw 320', 'BMW, BMW/3 Series'],
      ['320d', 'BMW/3 Series, Diesel'],
      ['320', '"320"'],
      ['c200', 'Mercedes-Benz/C-Class'],
      ['merc c 200', 'Mercedes-Benz, Mercedes-Benz/C-Class'],
      ['gle 350', 'Mercedes-Benz/GLE'],
      ['benz c63', 'Mercedes-Benz, Mercedes-Benz/C-Class'],
      ['es350', 'Lexus/ES 350'],
      ['r350', '"r350"'],
      ['a 4 door hatch', 'doors Sedan+Pickup, Hatchback'],
      ['2018 model 3', 'year 2018..2018, Tesla/Model 3'],
      ['2018 model corolla', 'year 2018..2018, Toyota/Corolla'],
    ],
  ],
  [
    'names that are plain words',
    [
      ['honda city', 'Honda/City'],
      ['city', '"city"'],
      ['mini convertible', 'Mini/Convertible'],
      ['convertible', 'Convertible'],
      ['chevrolet utility', 'Chevrolet/Utility'],
      ['utility', '"utility"'],
    ],
  ],
  [
    'bodies, fuels, gearboxes',
    [
      ['suv', 'SUV'],
      ['saloon', 'Sedan'],
      ['hatch', 'Hatchback'],
      ['bakkie', 'Pickup'],
      ['pick-up', 'Pickup'],
      ['pick up truck', 'Pickup'],
      ['double cab', 'Pickup'],
      ['station wagon', 'Wagon'],
      ['mini bus', 'Minibus'],
      ['coupé', 'Coupe'],
      ['petrol', 'Petrol+Gasoline'],
      ['diesel', 'Diesel'],
      ['ev', 'Electric'],
      ['plug-in hybrid', 'Hybrid'],
      ['autogas', 'LPG Autogas'],
      ['auto', 'Automatic'],
      ['stick', 'Manual'],
      ['semi-automatic', 'Semi-Automatic'],
      ['tiptronic', 'Automatic'],
      ['not automatic', '-Automatic'],
      ['no diesel', '-Diesel'],
    ],
  ],
  [
    'years',
    [
      ["'18", 'year 2018..2018'],
      ['corolla 28', 'Toyota/Corolla, year 2028..2028'],
      ['28 plate polo', 'year 2028..2028, Volkswagen/Polo'],
      ['polo 98 reg', 'Volkswagen/Polo, "98", "reg"'],
      ['’98 civic', 'year 1998..1998, Honda/Civic'],
      ['2015-2019', 'year 2015..2019'],
      ['2015 – 2019', 'year 2015..2019'],
      ['2015-19', 'year 2015..2019'],
      ['2019 to 2015', 'year 2015..2019'],
      ['between 2012 and 2015', 'year 2012..2015'],
      ['from 2015 to 2018', 'year 2015..2018'],
      ['from 2016', 'year 2016..'],
      ['2016+', 'year 2016..'],
      ['2016 or newer', 'year 2016..'],
      ['newer than 2016', 'year 2017..'],
      ['not older than 2016', 'year 2016..'],
      ['before 2010', 'year ..2009'],
      ['pre-2010', 'year ..2009'],
      ['up to 2010', 'year ..2010'],
      ['under 2010', 'year ..2009'],
      ['2010 and older', 'year ..2010'],
      ['min 2015 max 2018', 'year 2015.., year ..2018'],
      ['around 2015', 'year 2014..2016'],
      ['2015 and under 300k', 'year 2015..2015, price ..300000'],
      ['1959', '"1959"'],
    ],
  ],
  [
    'money',
    [
      ['under R200k', 'price ..200000'],
      ['below ₦5m', 'price ..5000000'],
      ['< 5m', 'price ..5000000'],
      ['5 million', 'price 4500000..5500000'],
      ['n5m', 'price 4500000..5500000'],
      ['R1,5m', 'price 1350000..1650000'],
      ['max 150 000', 'price ..150000'],
      ['R 1 500 000', 'price 1350000..1650000'],
      ['under ₦2,500,000', 'price ..2500000'],
      ['under 2.500.000', 'price ..2500000'],
      ['between 100k and 200k', 'price 100000..200000'],
      ['200k-300k', 'price 200000..300000'],
      ['3-5m', 'price 3000000..5000000'],
      ['500-1m', 'price 500000..1000000'],
      ['1 to 2 million naira', 'price 1000000..2000000'],
      ['from R100k up to R200k', 'price 100000..200000'],
      ['around 5m', 'price 4500000..5500000'],
      ['budget of 300 000 rand', 'price ..300000'],
      ['price: 300000-400000', 'price 300000..400000'],
      ['no more than 5m', 'price ..5000000'],
      ['at least 1m', 'price 1000000..'],
      ['5m and below', 'price ..5000000'],
      ['300k max', 'price ..300000'],
      ['under 5', '"under", "5"'],
      ['300000', '"300000"'],
      ['golf r 2018', 'Volkswagen/Golf, year 2018..2018, "r"'],
      ['x5 3.0 m sport', 'BMW/X5, #3.0 l, "m", "sport"'],
    ],
  ],
  [
    'kilometres',
    [
      ['under 80000km', 'mileage ..80000'],
      ['80 000 km', 'mileage ..80000'],
      ['mileage under 80k', 'mileage ..80000'],
      ['less than 100,000 kms', 'mileage ..100000'],
      ['50-80k km', 'mileage 50000..80000'],
      ['100k miles', 'mileage ..160934'],
      ['max mileage 120000 under 200k', 'mileage ..120000, price ..200000'],
      ['2015 - 150000km', 'year 2015..2015, mileage ..150000'],
      ['low mileage', 'by mileage_low_high'],
    ],
  ],
  [
    'places',
    [
      ['lagos', 'in Lagos State'],
      ['lagos state', 'in Lagos State'],
      ['cape town', 'in Cape Town'],
      ['capetown', 'in Cape Town'],
      ['pta', 'in Pretoria'],
      ['port elizabeth', 'in Gqeberha'],
      ['nelspruit', 'in Mbombela'],
      ['abuja', 'in FCT Abuja'],
      ['oyo', 'in Oyo State'],
      ['ph', 'in Port Harcourt'],
      ['benin', 'in Benin City'],
      ['lekki lagos', 'in Lekki, in Lagos State'],
      ['kzn', 'in KwaZulu-Natal'],
      ['johan', 'in Johannesburg'],
      ['within 50 km of pretoria', 'within 50, in Pretoria'],
      ['durban within 30km', 'in Durban, within 30'],
      ['50km from durban', 'within 50, in Durban'],
    ],
  ],
  [
    'two cars, or one with its trim',
    [
      ['x5 or q7', 'BMW/X5, Audi/Q7'],
      ['x5/q7', 'BMW/X5, Audi/Q7'],
      ['corolla polo', 'Toyota/Corolla, Volkswagen/Polo'],
      ['volvo xc90 t6', 'Volvo/XC90, "t6"'],
      ['hilux srx', 'Toyota/Hilux, "srx"'],
      ['tesla model s 100d', 'Tesla/Model S, "100d"'],
      ['x-trail acenta', 'Nissan/X-Trail, "acenta"'],
      ['toyotas', 'Toyota'],
    ],
  ],
  [
    'slang, nicknames and strokes',
    [
      ['2.4 gd6 d/c', '#2.4 l, Diesel, Pickup'],
      ['hilux s/c 2.8gd6', 'Toyota/Hilux, Pickup, #2.8 l, Diesel'],
      ['x/cab ranger', 'Pickup, Ford/Ranger'],
      ['lexus sc 430', 'no SC 430'],
      ['honda evil spirit', 'Honda/Accord'],
      ['end of discussion lagos', 'Honda/Accord, in Lagos State'],
      ['corolla big daddy', 'Toyota/Corolla, "big", "daddy"'],
      ['range sport', 'Land Rover/Range Rover Sport'],
      ['hyundai h100 bakkie', 'no H100, Pickup'],
      ['gx 460 upgraded to 2022', 'Lexus/GX 460, "upgraded", "2022"'],
      ['low mileage under 50 000', 'mileage ..50000'],
      ['low mileage 2015 polo', 'by mileage_low_high, year 2015..2015, Volkswagen/Polo'],
      ['low mileage polo under 100k', 'by mileage_low_high, Volkswagen/Polo, price ..100000'],
      ['E-Auto unter 20000', 'Electric, price ..20000'],
      ['audi a4 avant', 'Audi/A4, Wagon'],
      ['Mercedes C-Klasse T-Modell', 'Mercedes-Benz/C-Class, Wagon'],
      ['Hilux gegen Amarok', 'Toyota/Hilux, Volkswagen/Amarok'],
    ],
  ],
  [
    'misspelled names',
    [
      ['toyta', 'Toyota'],
      ['corrola', 'Toyota/Corolla'],
      ['mercedez', 'Mercedes-Benz'],
      ['volkswagon pollo', 'Volkswagen, Volkswagen/Polo'],
      ['hyundia tucsan', 'Hyundai, Hyundai/Tucson'],
      ['mistubishi', 'Mitsubishi'],
      ['forchuner', 'Toyota/Fortuner'],
      ['land cruser', 'Toyota/Land Cruiser'],
      ['range rovr sport', 'Land Rover/Range Rover Sport'],
      ['lagos corola', 'in Lagos State, Toyota/Corolla'],
      ['johanesberg', 'in Johannesburg'],
      ['automtic', 'Automatic'],
      ['gold', '#gold+champagne'],
      ['pearl white', '#pearl white'],
      ['peugeot allure', 'Peugeot, "allure"'],
      ['toyo', '"toyo"'],
    ],
  ],
  [
    'numbers in words, and signs in front of them',
    [
      ['bakkie half a million max', 'Pickup, price ..500000'],
      ['corolla five million', 'Toyota/Corolla, price 4500000..5500000'],
      ['suv under two hundred thousand', 'SUV, price ..200000'],
      ['runaround under a grand', 'price ..1000, "runaround"'],
      ['looking for a grand cherokee', 'Jeep/Grand Cherokee'],
      ['golf 2013 £5000', 'Volkswagen/Golf, year 2013..2013, price 4500..5500 £'],
      ['golf 2013 £30 tax', 'Volkswagen/Golf, year 2013..2013, "30", "tax"'],
      ['golf 5000,- euro', 'Volkswagen/Golf, price 4500..5500 euro'],
      ['polo +- 220k', 'Volkswagen/Polo, price 198000..242000'],
      ['golf under 70,000 miles and £8,000', 'Volkswagen/Golf, mileage ..112654, price ..8000 £'],
      ['polo 80k on the clock', 'Volkswagen/Polo, mileage ..80000'],
      ['polo budget 300', 'Volkswagen/Polo, "budget", "300"'],
    ],
  ],
  [
    'wishes that end in "first", and what minus leaves out',
    [
      ['corolla newest first', 'Toyota/Corolla, by year_high_low'],
      ['polo lowest price first', 'Volkswagen/Polo, by price_low_high'],
      ['polo less km', 'Volkswagen/Polo, by mileage_low_high'],
      ['polo least driven', 'Volkswagen/Polo, by mileage_low_high'],
      ['corolla minus diesel', 'Toyota/Corolla, -Diesel'],
      ['anything except nissan', '-Nissan'],
    ],
  ],
  [
    'years that are told behind the car, and in two digits',
    [
      ['2015 polo or newer', 'year 2015..2015, Volkswagen/Polo, year 2015..'],
      ['2015 polo gti and up', 'year 2015..2015, Volkswagen/Polo, year 2015.., "gti"'],
      ['2015 polo or older', 'year 2015..2015, Volkswagen/Polo, year ..2015'],
      ['polo 2k12 to 2k15', 'Volkswagen/Polo, year 2012..2015'],
      ['polo 15/16', 'Volkswagen/Polo, year 2015..2016'],
      ['polo 24/7', 'Volkswagen/Polo, "24", "7"'],
      ['polo mot june 2026', 'Volkswagen/Polo, "mot", "june", "2026"'],
      ['polo ab 09/2018', 'Volkswagen/Polo, year 2018..'],
      ['prado 2010 upgraded 2020', 'Toyota/Land Cruiser Prado, year 2010..2010, "upgraded", "2020"'],
      ['peugeot 208 or 308', 'Peugeot/208, Peugeot/308'],
      ['polo 20% deposit', 'Volkswagen/Polo, "20", "deposit"'],
    ],
  ],
  [
    'numbers of something else than the car',
    [
      ['4x4 that tows 3.5 ton', '#4wd+awd, "tows", "3.5", "ton"'],
      ['car under 1.5', '"under", "1.5"'],
      ['polo service at 60 000 km', 'Volkswagen/Polo, "service", "60", "000"'],
      ['polo 60 000 km service history', 'Volkswagen/Polo, mileage ..60000, "service", "history"'],
      ['polo 083 555 1234', 'Volkswagen/Polo, "083", "555", "1234"'],
    ],
  ],
  [
    'whole words that begin no name and misspell none',
    [
      ['fully loaded camry', 'Toyota/Camry, "fully", "loaded"'],
      ['camry better seat covers', 'Toyota/Camry, "better", "seat", "covers"'],
      ['golf with trunk space', 'Volkswagen/Golf, "trunk", "space"'],
      ['golf block while stack', 'Volkswagen/Golf, "block", "while", "stack"'],
      ['balck golf', '#black, Volkswagen/Golf'],
      ['automat golf', 'Automatic, Volkswagen/Golf'],
      ['golf gti xenon', 'Volkswagen/Golf, "gti", "xenon"'],
      ['newer toyota models', 'by year_high_low, Toyota, "models"'],
      ['911 carrera', '"911", "carrera"'],
    ],
  ],
  [
    'codes with their letter apart, and what is denied beside a car',
    [
      ['e 220 d estate', 'Mercedes-Benz/E-Class, Diesel, Wagon'],
      ['glc 300 e', 'Mercedes-Benz/GLC, Hybrid'],
      ['bmw m135i', 'BMW, BMW/1 Series'],
      ['hilux d/cab not single cab', 'Toyota/Hilux, Pickup'],
      ['tesla model y kein model 3', 'Tesla/Model Y, -Tesla/Model 3'],
      ['crosstour or hummer h3', 'no Crosstour, no H3'],
      ['electric car seat', '"electric", "seat"'],
      ["seven seats, isn't diesel", '#many seats, -Diesel'],
      ['ford c-max 1.0', 'no C-Max, #1.0 l'],
      ['audi a6 allroad', 'Audi/A6, Wagon'],
      ['hyundai i20 a/t', 'Hyundai/i20, Automatic'],
    ],
  ],
]

for (const [about, rows] of table) {
  test.each(rows)(`Free text is understood, ${about}: %s`, (typed, meant) => {
    expect(read(typed)).toBe(meant)
  })
}

test('A car’s trim name is never read as another make, place, price or mileage [R-API-09]', () => {
  const wrong: string[] = []
  for (const make of allMakes) {
    for (const model of make.models) {
      const name = model.title.startsWith(make.title) ? model.title : `${make.title} ${model.title}`
      for (const trim of ['', ...model.trims]) {
        for (const typed of [
          `2015 ${name} ${trim}`,
          `${name.toLowerCase().replaceAll('-', ' ')} ${trim} 2015`,
        ]) {
          const [year, ...rest] = readPhrase(typed, market).understood.toSorted((a) =>
            a.kind === 'year' ? -1 : 0,
          )
          const its = rest.filter((u) => u.kind === 'model' && u.models.some((m) => m.parent === make.title))
          // A trim may have the name of another model ("G37 Journey"): then the reading covers both models, and includes the car.
          const both = (u: Reading) => u.kind === 'model' && u.models.every((m) => trim.includes(m.child))
          const other = rest.filter(
            (u) => !('values' in u) && u.kind !== 'make' && !its.includes(u) && !both(u),
          )
          if (year?.kind !== 'year' || its.length === 0 || other.length > 0)
            wrong.push(`${typed}: ${read(typed)}`)
        }
      }
    }
  }
  expect(wrong).toEqual([])
})

describe('Names that several have', () => {
  test.each([
    ['cruze', 'Chevrolet/Cruze+Holden/Cruze'],
    ['holden cruze', 'Holden/Cruze'],
    ['newtown', 'in Newtown+Newtown'],
    ['lagos', 'in Lagos'],
    ['mazda 3', 'Mazda/3'],
    ['3', '"3"'],
  ])('%s', (typed, meant) => expect(read(typed, world)).toBe(meant))
})

test('Only words that are no name or trade term tolerate misspelling', () => {
  const loose = (text: string) => readPhrase(text, market).words.map((w) => w.loose)
  expect(loose('raider wildtrck')).toEqual([true, true])
  expect(loose('clean toyo gl6 gti land')).toEqual([false, false, false, false, false])
})

test('Each understood part has its listed name and its position in the text', () => {
  const typed = 'a Citroën  under R200k, MERC'
  const { understood } = readPhrase(typed, market)
  expect(understood.map((u) => u.label)).toEqual(['Citroën', 'under R200k', 'Mercedes-Benz'])
  expect(understood.map((u) => typed.slice(u.span.start, u.span.end))).toEqual([
    'Citroën',
    'under R200k',
    'MERC',
  ])
})

test('A search of symbols alone finds no car; symbols beside words are ignored', () => {
  for (const typed of ['%', '🚗', "'; --"]) expect(readPhrase(typed, market).words).toHaveLength(1)
  expect(read('toyota 🚗 & hilux!')).toBe('Toyota, Toyota/Hilux')
  expect(read('   ')).toBe('')
})

/** A copy with equal content, which defeats caches keyed by the object. */
const again = { ...market }
const odd = ['-', "'", '+', '₦', 'R', 'ß', 'İ', 'ﬃ', '½', '\u0301', '\ud83d', '٣', 'a\u0300']
const pieces = fc.constantFrom(
  ...table.flatMap(([, rows]) => rows.flatMap(([typed]) => typed.split(' '))),
  ...odd,
)
const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 80 }),
  fc.string({ unit: 'grapheme', maxLength: 60 }),
  fc.array(pieces, { maxLength: 12 }).map((p) => p.join(' ')),
  fc.array(pieces, { maxLength: 8 }).map((p) => p.join('')),
)

test('Any text parses deterministically, and its understood parts keep their order [R-VAL-11]', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const { understood, words } = readPhrase(text, market)
      expect(readPhrase(text, again)).toEqual({ understood, words })
      let last = 0
      for (const { span } of understood) {
        expect(span.start).toBeGreaterThanOrEqual(last)
        expect(span.end).toBeGreaterThan(span.start)
        last = span.end
      }
      expect(last).toBeLessThanOrEqual(text.length)
      expect(words.every((w) => w.text !== '')).toBe(true)
      for (const u of understood) {
        if (!('min' in u)) continue
        expect([u.min ?? 0, u.max ?? 0].every(Number.isSafeInteger)).toBe(true)
        expect(u.min ?? 0).toBeLessThanOrEqual(u.max ?? Infinity)
      }
    }),
    { numRuns: 600 },
  )
})

test('An accent that stands on nothing asks for nothing', () => {
  expect(readPhrase('\u0301', market)).toEqual({ understood: [], words: [] })
  expect(readPhrase(' \u0301\u0300 ', market)).toEqual({ understood: [], words: [] })
})

test('Case, accents and blanks around it change nothing', () => {
  const typed = fc.array(pieces, { maxLength: 8 }).map((p) => p.join(' '))
  fc.assert(
    fc.property(typed, (text) => {
      const plain = read(text)
      expect(read(`  ${text.toLowerCase()} `)).toBe(plain)
      expect(read(text.toLowerCase().replace(/[aeou]/g, (v) => `${v}\u0300`))).toBe(plain)
    }),
  )
})
