/** The search of Home as a file of its own: its code comes after the page that the server drew. */
export { SearchBox } from '../../../features/home/index.ts'
