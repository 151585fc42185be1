export { StorageScreen } from './storage-screen.tsx'
