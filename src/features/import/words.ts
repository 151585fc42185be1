import type { ImportField, ImportJob } from '#contract/selling/import.ts'
import { carTypes, conditions, drives } from '#contract/limits.ts'

export const fieldLabels: Readonly<Record<ImportField, string>> = {
  stock_no: 'Stock number',
  name: 'Make and model together',
  make: 'Make',
  model: 'Model',
  variant: 'Derivative',
  year: 'Year',
  price: 'Price',
  mileage: 'Mileage',
  fueltype: 'Fuel type',
  transmission: 'Transmission',
  engine: 'Engine',
  bodytype: 'Body type',
  drive: 'Drive',
  condition: 'Condition',
  exteriorcolor: 'Exterior colour',
  interiorcolor: 'Interior colour',
  title: 'Title',
  description: 'Description',
  carfeatures: 'Features',
  address: 'Address',
  province: 'Province',
  city: 'City',
  status: 'Status',
}

const labels = new Map<string, string>(Object.entries(fieldLabels))
/** Returns the label of a field, or the name of a column of the table. */
export const fieldLabel = (column: string): string => labels.get(column) ?? column

/** Choices for fields that get one value for all ads when no column holds them. */
export const fixedChoices = {
  condition: conditions,
  bodytype: carTypes,
  drive: drives,
  fueltype: ['Petrol', 'Diesel', 'Hybrid', 'Electric', 'LPG Autogas', 'Ethanol'],
  transmission: ['Automatic', 'Manual'],
} as const satisfies Partial<Record<ImportField, readonly string[]>>

export const isBusy = (job: ImportJob | undefined): boolean =>
  job?.state === 'waiting' || job?.state === 'running'
