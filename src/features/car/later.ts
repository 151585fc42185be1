/** Parts of a car's page that a drawn page already shows, so that their code may load last. */
export { RecentCars } from './recent-cars.tsx'
export { ReportStart } from './report-start.tsx'
export { CarIntroduction, Description } from './about/description.tsx'
