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
  /** How far down the rear window reaches, as a share of roof to belt. */
  rearGlass: number
  grille: 'bar' | 'tall' | 'slim'
  lamps: 'round' | 'blade'
  /** Tail lamps: upright at the corners or lying across the boot. */
  tails: 'upright' | 'lying'
  openTop?: boolean
  tailgate?: boolean
}

/** `measures` in the order of their names above. */
const shape = (
  measures: readonly number[],
  grille: FaceShape['grille'],
  lamps: FaceShape['lamps'],
  tails: FaceShape['tails'],
  more: Pick<FaceShape, 'openTop' | 'tailgate'> = {},
): FaceShape => {
  const [height = 0, half = 0, roofHalf = 0, belt = 0, nose = 0, clearance = 0, rearGlass = 0] = measures
  return { height, half, roofHalf, belt, nose, clearance, rearGlass, grille, lamps, tails, ...more }
}

export const faceShapes: Readonly<Record<Body, FaceShape>> = {
  hatchback: shape([1.5, 0.87, 0.6, 0.96, 0.74, 0.17, 0.94], 'slim', 'blade', 'upright'),
  sedan: shape([1.45, 0.9, 0.57, 0.93, 0.7, 0.16, 0.86], 'bar', 'blade', 'lying'),
  suv: shape([1.78, 0.95, 0.69, 1.14, 0.93, 0.24, 0.95], 'tall', 'blade', 'upright'),
  pickup: shape([1.8, 0.93, 0.65, 1.16, 0.97, 0.27, 0.8], 'tall', 'round', 'upright', { tailgate: true }),
  coupe: shape([1.33, 0.93, 0.52, 0.86, 0.64, 0.13, 0.9], 'slim', 'blade', 'lying'),
  convertible: shape([1.26, 0.92, 0.56, 0.86, 0.65, 0.13, 0.9], 'slim', 'round', 'lying', { openTop: true }),
  wagon: shape([1.49, 0.9, 0.62, 0.94, 0.71, 0.16, 0.95], 'bar', 'blade', 'upright'),
  mpv: shape([1.72, 0.92, 0.69, 1.02, 0.8, 0.17, 0.95], 'bar', 'blade', 'upright'),
  minibus: shape([2.05, 0.9, 0.79, 1.17, 0.88, 0.2, 0.9], 'slim', 'round', 'upright'),
}
