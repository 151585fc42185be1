import type { Body } from '../vocabulary.ts'

/** A body seen from the front or the rear, in metres; the middle of the car is x = 0, the ground y = 0. */
export interface FaceShape {
  height: number
  /** Half the width at the doors, and half the width of the roof. */
  half: number
  roofHalf: number
  /** Where glass begins. */
  belt: number
  /** Where the bonnet ends and the grille begins; the rear lamps hang from about there. */
  nose: number
  clearance: number
  grille: 'bar' | 'tall' | 'slim'
  lamps: 'round' | 'blade'
  /** Tail lamps: upright at the corners or lying across the boot. */
  tails: 'upright' | 'lying'
  /** How far down the rear window reaches, as a share of roof to belt. */
  rearGlass: number
  openTop?: boolean
  tailgate?: boolean
}

export const faceShapes: Readonly<Record<Body, FaceShape>> = {
  hatchback: {
    height: 1.5,
    half: 0.87,
    roofHalf: 0.6,
    belt: 0.96,
    nose: 0.74,
    clearance: 0.17,
    grille: 'slim',
    lamps: 'blade',
    tails: 'upright',
    rearGlass: 0.94,
  },
  sedan: {
    height: 1.45,
    half: 0.9,
    roofHalf: 0.57,
    belt: 0.93,
    nose: 0.7,
    clearance: 0.16,
    grille: 'bar',
    lamps: 'blade',
    tails: 'lying',
    rearGlass: 0.86,
  },
  suv: {
    height: 1.78,
    half: 0.95,
    roofHalf: 0.69,
    belt: 1.14,
    nose: 0.93,
    clearance: 0.24,
    grille: 'tall',
    lamps: 'blade',
    tails: 'upright',
    rearGlass: 0.95,
  },
  pickup: {
    height: 1.8,
    half: 0.93,
    roofHalf: 0.65,
    belt: 1.16,
    nose: 0.97,
    clearance: 0.27,
    grille: 'tall',
    lamps: 'round',
    tails: 'upright',
    rearGlass: 0.8,
    tailgate: true,
  },
  coupe: {
    height: 1.33,
    half: 0.93,
    roofHalf: 0.52,
    belt: 0.86,
    nose: 0.64,
    clearance: 0.13,
    grille: 'slim',
    lamps: 'blade',
    tails: 'lying',
    rearGlass: 0.9,
  },
  convertible: {
    height: 1.26,
    half: 0.92,
    roofHalf: 0.56,
    belt: 0.86,
    nose: 0.65,
    clearance: 0.13,
    grille: 'slim',
    lamps: 'round',
    tails: 'lying',
    rearGlass: 0.9,
    openTop: true,
  },
  wagon: {
    height: 1.49,
    half: 0.9,
    roofHalf: 0.62,
    belt: 0.94,
    nose: 0.71,
    clearance: 0.16,
    grille: 'bar',
    lamps: 'blade',
    tails: 'upright',
    rearGlass: 0.95,
  },
  mpv: {
    height: 1.72,
    half: 0.92,
    roofHalf: 0.69,
    belt: 1.02,
    nose: 0.8,
    clearance: 0.17,
    grille: 'bar',
    lamps: 'blade',
    tails: 'upright',
    rearGlass: 0.95,
  },
  minibus: {
    height: 2.05,
    half: 0.9,
    roofHalf: 0.79,
    belt: 1.17,
    nose: 0.88,
    clearance: 0.2,
    grille: 'slim',
    lamps: 'round',
    tails: 'upright',
    rearGlass: 0.9,
  },
}
