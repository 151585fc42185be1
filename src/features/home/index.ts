export { BrowseBy } from './browse-by.tsx'
export { CarryOnSection } from './carry-on.tsx'
export { NearYou } from './near-you.tsx'
export { SearchBox } from './search/search-box.tsx'
