/** What a car's page has no haste with: a drawn page shows it already, and its code may come last. */
export { RecentCars } from './recent-cars.tsx'
export { ReportStart } from './report-start.tsx'
export { CarIntroduction, Description } from './about/description.tsx'
