/** Option lists of an ad (R-POST-31 to R-POST-33); tests check their lengths. */

export const exteriorColours = [
  'Beige',
  'Black',
  'Blue',
  'Bronze',
  'Brown',
  'Burgundy',
  'Champagne',
  'Charcoal',
  'Cream',
  'Dark Blue',
  'Dark Green',
  'Gold',
  'Green',
  'Grey',
  'Light Blue',
  'Maroon',
  'Orange',
  'Pearl White',
  'Purple',
  'Red',
  'Silver',
  'Turquoise',
  'White',
  'Yellow',
] as const

export const interiorColours = [
  'Beige',
  'Black',
  'Black and Beige',
  'Black and Red',
  'Blue',
  'Brown',
  'Burgundy',
  'Charcoal',
  'Chestnut',
  'Cognac',
  'Cream',
  'Dark Grey',
  'Espresso',
  'Grey',
  'Ivory',
  'Light Grey',
  'Red',
  'Saddle',
  'Tan',
  'Two-Tone',
  'White',
] as const

export const carFeatures = [
  'A/C: Front',
  'A/C: Rear',
  'ABS Brakes',
  'Adaptive Cruise Control',
  'Airbags: Front',
  'Airbags: Side',
  'Alarm System',
  'Alloy Wheels',
  'Android Auto',
  'Apple CarPlay',
  'Backup Camera',
  'Bluetooth',
  'Central Locking',
  'Cruise Control',
  'Electric Mirrors',
  'Electric Windows',
  'Fog Lights',
  'Front Parking Sensors',
  'Heated Seats',
  'Immobiliser',
  'ISOFIX',
  'Keyless Entry',
  'Lane Assist',
  'Leather Seats',
  'LED Headlights',
  'Navigation System',
  'Power Steering',
  'Push Button Start',
  'Rear Parking Sensors',
  'Roof Rails',
  'Sunroof',
  'Third Row Seats',
  'Tow Bar',
  'USB Port',
  'Warranty',
] as const

/**
 * Equipment that the search supports: features that buyers search for by name and many cars lack. Lists and feed contain no
 * other equipment, because the full list would increase each phone's download by half.
 */
export const soughtFeatures = [
  'A/C: Front',
  'Adaptive Cruise Control',
  'Alloy Wheels',
  'Android Auto',
  'Apple CarPlay',
  'Backup Camera',
  'Bluetooth',
  'Cruise Control',
  'Heated Seats',
  'Keyless Entry',
  'Leather Seats',
  'Navigation System',
  'Push Button Start',
  'Rear Parking Sensors',
  'Sunroof',
  'Third Row Seats',
  'Tow Bar',
  'Warranty',
] as const satisfies readonly (typeof carFeatures)[number][]
export type SoughtFeature = (typeof soughtFeatures)[number]

const sought: ReadonlySet<string> = new Set(soughtFeatures)
/** Returns the supported equipment of a car, sorted and without duplicates. */
export const soughtAmong = (features: readonly string[]): string[] =>
  [...new Set(features)].filter((feature) => sought.has(feature)).sort()

export type ExteriorColour = (typeof exteriorColours)[number]
export type InteriorColour = (typeof interiorColours)[number]
export type CarFeature = (typeof carFeatures)[number]
