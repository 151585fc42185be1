import type { AdName } from './ad-values.ts'

export const wizardSteps = ['photos', 'car', 'condition', 'place', 'review'] as const
export type WizardStep = (typeof wizardSteps)[number]
export const isStep = (text: string | undefined): text is WizardStep =>
  wizardSteps.some((step) => step === text)

export const stepNames: Readonly<Record<WizardStep, string>> = {
  photos: 'Photos',
  car: 'Car',
  condition: 'Condition & features',
  place: 'Price & place',
  review: 'Review',
}
export const stepTitles: Readonly<Record<WizardStep, string>> = {
  photos: 'Start with the photos',
  car: 'Which car is it?',
  condition: 'What is it like?',
  place: 'Price and place',
  review: 'Introduce your car',
}
export const stepHints: Readonly<Record<WizardStep, string>> = {
  photos: 'good photos first, details after.',
  car: 'make, model and year.',
  condition: 'be honest, it saves you calls.',
  place: 'what it costs, where it stands, and your words.',
  review: 'one last look before it goes out.',
}

export const stepFields: Readonly<Record<WizardStep, readonly AdName[]>> = {
  photos: [],
  car: ['make', 'model', 'year', 'title', 'bodytype'],
  condition: [
    'condition',
    'mileage',
    'fueltype',
    'engine',
    'transmission',
    'drive',
    'exteriorcolor',
    'interiorcolor',
    'carfeatures',
  ],
  place: ['price', 'province', 'city', 'address', 'description'],
  review: [],
}

/** Returns the step that contains a field. */
export const findStep = (name: AdName): WizardStep =>
  wizardSteps.find((step) => stepFields[step].includes(name)) ?? 'review'
