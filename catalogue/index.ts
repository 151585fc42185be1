export * from './filter.ts'
export * from './mileage.ts'
export * from './search.ts'
export * from './url.ts'
