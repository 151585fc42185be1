/** The search of Home in a file of its own, so that its code loads after the page that the server drew. */
export { SearchBox } from '../../../features/home/index.ts'
